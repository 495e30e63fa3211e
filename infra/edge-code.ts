import { readFileSync } from 'node:fs';
import { prerenderedPaths } from '#shared/api/paths.ts';
import { projectPath } from './project.ts';

/**
 * Returns the code of a CloudFront function, infra/edge-functions/<name>.js. `ownHost` is the stage's domain, which
 * then becomes the only accepted host; without it the site uses CloudFront's host name.
 */
export const edgeCode = (name: string, ownHost = ''): string =>
  [
    `var ownHost = ${JSON.stringify(ownHost)};`,
    `var prerenderedPaths = ${JSON.stringify(prerenderedPaths)};`,
    readFileSync(projectPath('infra', 'edge-functions', `${name}.js`), 'utf8'),
  ].join('\n');
