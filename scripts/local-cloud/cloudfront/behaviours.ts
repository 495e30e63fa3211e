import { matchesPattern } from '../iam/patterns.ts';
import type { Behaviour, DistributionConfig } from './config.ts';

const withSlash = (pattern: string) => (/^[/*]/.test(pattern) ? pattern : `/${pattern}`);

/** The first behaviour whose pattern fits the path, in the distribution's order; else the default one. */
export const behaviourFor = ({ CacheBehaviors, DefaultCacheBehavior }: DistributionConfig, path: string): Behaviour =>
  CacheBehaviors.find(({ PathPattern }) => matchesPattern(withSlash(PathPattern), path)) ?? DefaultCacheBehavior;
