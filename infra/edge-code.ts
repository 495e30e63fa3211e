import { readFileSync } from 'node:fs';
import { legalPagesInRegion, paths } from '#shared/api/paths.ts';
import { prerenderedPages } from '#shared/api/prerendered-pages.ts';
import { defaultPrefix } from '#shared/config/regions.ts';
import { resolveProjectPath } from './project.ts';
import type { Stage } from './stages.ts';

const legalPages: readonly string[] = legalPagesInRegion;

/**
 * Returns the paths of the stage's prerendered pages. They omit the legal pages of regions with external legal texts, for
 * which the application shows links.
 */
const toPrerenderedPaths = (stageRegions: Stage['regions']) =>
  prerenderedPages
    .filter(({ name, region }) => !(region && stageRegions[region].legal && legalPages.includes(name)))
    .map(({ path }) => path);

/**
 * Returns the code of a CloudFront function, infra/edge-functions/<name>.js. If the stage has a domain, the function
 * accepts no other host; otherwise the site uses CloudFront's host name.
 */
export const buildEdgeCode = (name: string, { domain, regions }: Pick<Stage, 'domain' | 'regions'>): string =>
  [
    `var ownHost = ${JSON.stringify(domain?.name ?? '')};`,
    `var rootPath = ${JSON.stringify(paths.landing(defaultPrefix))};`,
    `var prerenderedPaths = ${JSON.stringify(toPrerenderedPaths(regions))};`,
    readFileSync(resolveProjectPath('infra', 'edge-functions', `${name}.js`), 'utf8'),
  ].join('\n');
