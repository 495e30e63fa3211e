import type { RecordKindName } from '#shared/records/record.ts';
import type { Route } from '#shared/route.ts';
import type { Feature } from '#shared/routes/table.ts';
import { features, routes } from '#shared/routes/table.ts';

/** Requests a second, and how many may come at once. */
type Throttle = { readonly rateLimit: number; readonly burstLimit: number };

/** All routes together: ten times a thousand stores on a Monday morning. What one address may send is the firewall's. */
export const stageThrottle: Throttle = { rateLimit: 2000, burstLimit: 4000 };

/** What one address of the internet may send in five minutes before the firewall wants to see that browsers send it, pages included. */
export const perAddress = {
  /** A chain's stores may share one, and each open list asks for new RMA numbers. */
  requests: 10_000,
  /** A head office's staff who all sign in within five minutes. Refreshing a session is not meant. */
  passwords: 200,
  /** Reading a file takes a processor for a second. */
  files: 200,
} as const;

/** The room of an address that the stage knows for a retailer's, as many times as a stranger's. */
export const timesForRetailers = 10;

/** What one browser may send in five minutes once its address is asked for that: seven requests a second, which no page of ours comes near. */
export const perBrowser = 2000;

/** How many changes of records are handed on at once: a return of a thousand lines alone is two thousand items of the search table. */
export const changesAtOnce: Readonly<Record<RecordKindName, number>> = { repairs: 100, returns: 10 };

const own: { readonly [F in Feature]?: { readonly [Name in keyof (typeof routes)[F]]?: Throttle } } = {
  auth: {
    // Three thousand sign-ins in two minutes, ten times.
    login: { rateLimit: 300, burstLimit: 600 },
    answerCode: { rateLimit: 300, burstLimit: 600 },
    setPassword: { rateLimit: 50, burstLimit: 100 },
    changePassword: { rateLimit: 50, burstLimit: 100 },
    startSecondFactor: { rateLimit: 50, burstLimit: 100 },
    confirmSecondFactor: { rateLimit: 50, burstLimit: 100 },
    stopSecondFactor: { rateLimit: 50, burstLimit: 100 },
    // Ten thousand tills that renew every ten minutes are seventeen a second; Cognito itself takes 120.
    refreshToken: { rateLimit: 100, burstLimit: 300 },
    logout: { rateLimit: 50, burstLimit: 100 },
    // Each sends an email; Cognito itself takes thirty a second.
    requestCode: { rateLimit: 20, burstLimit: 40 },
    resetPassword: { rateLimit: 20, burstLimit: 40 },
  },
  // A file keeps a processor busy for a second, and a few are read at once.
  'return-files': {
    requestUpload: { rateLimit: 20, burstLimit: 40 },
    readReturnFile: { rateLimit: 20, burstLimit: 40 },
  },
  'user-files': {
    requestUserUpload: { rateLimit: 5, burstLimit: 10 },
    readUserFile: { rateLimit: 5, burstLimit: 10 },
  },
  // Each writes five thousand rows.
  jobs: {
    startImport: { rateLimit: 5, burstLimit: 10 },
    startResend: { rateLimit: 5, burstLimit: 10 },
    startActions: { rateLimit: 5, burstLimit: 10 },
    startUndo: { rateLimit: 5, burstLimit: 10 },
  },
};

export const routeThrottles = () => {
  const settings = features.flatMap((feature) => {
    const itsRoutes: Readonly<Record<string, Route>> = routes[feature];
    return Object.entries<Throttle>(own[feature] ?? {}).flatMap(([name, { rateLimit, burstLimit }]) => {
      const route = itsRoutes[name];
      const limit = { ThrottlingRateLimit: rateLimit, ThrottlingBurstLimit: burstLimit };
      return route ? [[`${route.method} ${route.path}`, limit] as const] : [];
    });
  });
  return Object.fromEntries(settings);
};
