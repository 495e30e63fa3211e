import { isPrefix, prefixes, regionIds } from '#shared/config/regions.ts';
import type { Prefix, RegionId } from '#shared/config/regions.ts';
import { fillPattern, patterns, publicPages, signInPages } from './paths.ts';
import type { Place, PublicPage, SignInPage } from './paths.ts';

const allPrefixes = Object.keys(prefixes).filter(isPrefix);

/** Places at which a page exists: each region in each language. */
const allPlaces: readonly Place[] = allPrefixes.flatMap((prefix) => regionIds.map((region) => ({ prefix, region })));

/** Page that is a prerendered document (docs/decisions/38). Its file name is the path with `.html`. */
export type PrerenderedPage = {
  readonly name: SignInPage | PublicPage;
  readonly path: string;
  readonly prefix: Prefix;
  /** Undefined for a page outside a region. */
  readonly region?: RegionId;
};

export const prerenderedPages: readonly PrerenderedPage[] = [...signInPages, ...publicPages].flatMap((name) => {
  const places = patterns[name].includes(':region') ? allPlaces : allPrefixes.map((prefix) => ({ prefix }));
  return places.map((place) => ({ name, path: fillPattern(patterns[name], place), ...place }));
});
