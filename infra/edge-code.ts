import { readFileSync } from 'node:fs';
import { inProject } from './project.ts';

/**
 * The code of a function at CloudFront's edge, infra/edge-functions/<name>.js. `ownHost`: the stage's own domain, which is
 * then the only host that it answers by; without one CloudFront takes requests for its own name alone.
 */
export const edgeCode = (name: string, ownHost = ''): string =>
  `var ownHost = ${JSON.stringify(ownHost)};\n${readFileSync(inProject('infra', 'edge-functions', `${name}.js`), 'utf8')}`;
