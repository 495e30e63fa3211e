/** Requests a second, and how many may come at once. */
type Throttle = { readonly rate: number; readonly burst: number };

/** A token bucket, as API Gateway counts: says whether one more request fits. `now` in ms. */
const tokenBucket = ({ rate, burst }: Throttle, now: () => number): (() => boolean) => {
  let tokens = burst;
  let filledAt = now();
  return () => {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * rate);
    filledAt = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};

export type StageThrottles = {
  readonly others?: Throttle | undefined;
  readonly routes?: Readonly<Record<string, Throttle>>;
};

export const stageLimits = ({ others, routes = {} }: StageThrottles, now: () => number) => {
  const shared = others && tokenBucket(others, now);
  const own = new Map(Object.entries(routes).map(([key, throttle]) => [key, tokenBucket(throttle, now)]));
  return (routeKey: string): boolean => (own.get(routeKey) ?? shared)?.() ?? true;
};
