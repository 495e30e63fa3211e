import type { DistributionConfig } from './config.ts';
import type { EdgeAnswer } from './message.ts';

/** Errors of an origin that CloudFront keeps whatever their cache-control says, and for how many seconds where the distribution says nothing else. */
const keptErrors = [500, 502, 503, 504];
const defaultSeconds = 10;

/** CloudFront's memory of errors: asked again for the same within that time, it repeats them and does not ask the origin. */
export const errorCache = (
  { CustomErrorResponses }: Pick<DistributionConfig, 'CustomErrorResponses'>,
  now = Date.now,
) => {
  const kept = new Map<string, { readonly answer: EdgeAnswer; readonly until: number }>();
  const secondsOf = (status: number) =>
    CustomErrorResponses.find(({ ErrorCode }) => ErrorCode === status)?.ErrorCachingMinTTL ?? defaultSeconds;

  return async (key: string, ask: () => Promise<EdgeAnswer> | EdgeAnswer): Promise<EdgeAnswer> => {
    const known = kept.get(key);
    if (known && now() < known.until) return known.answer;
    kept.delete(key);
    const answer = await ask();
    const seconds = keptErrors.includes(answer.status) ? secondsOf(answer.status) : 0;
    if (seconds > 0) kept.set(key, { answer, until: now() + seconds * 1000 });
    return answer;
  };
};
