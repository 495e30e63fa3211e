import type { Route } from '#shared/api/route.ts';
import type { Feature } from '#shared/api/routes/table.ts';
import { features, routes } from '#shared/api/routes/table.ts';
import type { RecordKindName } from '#shared/records/record.ts';

/** Requests per second, and the burst allowed at once. */
type Throttle = { readonly rateLimit: number; readonly burstLimit: number };

/**
 * Limit for all routes: ten times the load of a thousand stores on a Monday morning. The firewall limits single IP
 * addresses.
 */
export const stageThrottle: Throttle = { rateLimit: 2000, burstLimit: 4000 };

/** Requests of one IP address within five minutes, pages included, before the firewall challenges its browsers. */
export const ipRateLimits = {
  /** The stores of a chain may share an address, and each open list polls for new RMA numbers. */
  requests: 10_000,
  /** All staff of a head office signing in within five minutes. Session refreshes are not counted. */
  passwords: 200,
  /** Reading a file takes one second of CPU time. */
  files: 200,
} as const;

/** Factor by which the limits of a retailer's configured IP addresses exceed those of other addresses. */
export const retailerRateFactor = 10;

/**
 * Requests of one browser within five minutes, once its IP address is challenged: seven a second, far more than any page
 * sends.
 */
export const browserRateLimit = 2000;

/**
 * Batch sizes of the record stream: a return of a thousand lines alone writes two thousand items to the search table.
 */
export const streamBatchSizes: Readonly<Record<RecordKindName, number>> = { repairs: 100, returns: 10 };

const routeOverrides: { readonly [F in Feature]?: { readonly [Name in keyof (typeof routes)[F]]?: Throttle } } = {
  auth: {
    // Ten times the expected peak of three thousand sign-ins within two minutes.
    login: { rateLimit: 300, burstLimit: 600 },
    answerCode: { rateLimit: 300, burstLimit: 600 },
    setPassword: { rateLimit: 50, burstLimit: 100 },
    changePassword: { rateLimit: 50, burstLimit: 100 },
    startSecondFactor: { rateLimit: 50, burstLimit: 100 },
    confirmSecondFactor: { rateLimit: 50, burstLimit: 100 },
    stopSecondFactor: { rateLimit: 50, burstLimit: 100 },
    // Ten thousand tills that refresh every ten minutes make seventeen a second; Cognito allows 120.
    refreshToken: { rateLimit: 100, burstLimit: 300 },
    logout: { rateLimit: 50, burstLimit: 100 },
    // A mail provider may unsubscribe many users at once.
    unsubscribe: { rateLimit: 50, burstLimit: 100 },
    // Each sends an email; Cognito allows thirty a second.
    requestCode: { rateLimit: 20, burstLimit: 40 },
    resetPassword: { rateLimit: 20, burstLimit: 40 },
  },
  // A file takes one second of CPU time, and few are read at once.
  'return-files': {
    requestUpload: { rateLimit: 20, burstLimit: 40 },
    readReturnFile: { rateLimit: 20, burstLimit: 40 },
  },
  'user-files': {
    requestUserUpload: { rateLimit: 5, burstLimit: 10 },
    readUserFile: { rateLimit: 5, burstLimit: 10 },
  },
  // Each may write five thousand rows.
  jobs: {
    startImport: { rateLimit: 5, burstLimit: 10 },
    startResend: { rateLimit: 5, burstLimit: 10 },
    startActions: { rateLimit: 5, burstLimit: 10 },
    startUndo: { rateLimit: 5, burstLimit: 10 },
  },
};

/** Returns the routes' own limits in the format of API Gateway's route settings, by route key (`GET /api/…`). */
export const createRouteThrottles = () => {
  const settings = features.flatMap((feature) => {
    const featureRoutes: Readonly<Record<string, Route>> = routes[feature];
    return Object.entries<Throttle>(routeOverrides[feature] ?? {}).flatMap(([name, { rateLimit, burstLimit }]) => {
      const route = featureRoutes[name];
      const limit = { ThrottlingRateLimit: rateLimit, ThrottlingBurstLimit: burstLimit };
      return route ? [[`${route.method} ${route.path}`, limit] as const] : [];
    });
  });
  return Object.fromEntries(settings);
};
