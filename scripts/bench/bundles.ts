import { statSync } from 'node:fs';
import { deployedFunctions } from './deployed-functions.ts';
import type { Bench } from './figure.ts';

const usual = 500;

/** Functions that carry what no other has to: the reader of workbooks. */
const larger: readonly [name: RegExp, kilobytes: number][] = [[/file/, 1500]];

/** How much code of ours each function has to load before it answers. */
export const bundles: Bench = {
  about: 'the code of each function, as it is deployed',
  run: async ({ say }) =>
    [...(await deployedFunctions(say)).values()].map(({ name, bundle }) => ({
      what: `Function: ${name}`,
      value: Math.round(statSync(bundle).size / 100) / 10,
      unit: 'KB',
      atMost: larger.find(([pattern]) => pattern.test(name))?.[1] ?? usual,
    })),
};
