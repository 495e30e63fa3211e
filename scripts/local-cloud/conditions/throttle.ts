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

/** A stage's limits: a route has its own bucket where it has settings of its own; all others share the stage's. */
export type StageThrottles = {
  readonly others?: Throttle | undefined;
  readonly routes?: Readonly<Record<string, Throttle>>;
};

/** Says whether a request of a route fits into its stage's limits. */
export const stageLimits = ({ others, routes = {} }: StageThrottles, now: () => number) => {
  const shared = others && tokenBucket(others, now);
  const own = new Map(Object.entries(routes).map(([key, throttle]) => [key, tokenBucket(throttle, now)]));
  return (routeKey: string): boolean => (own.get(routeKey) ?? shared)?.() ?? true;
};
