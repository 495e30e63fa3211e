import type { Route } from '#shared/api/route.ts';
import { auth } from './auth.ts';
import { jobs } from './jobs.ts';
import { repairs } from './repairs.ts';
import { returnFiles } from './return-files.ts';
import { returns } from './returns.ts';
import { stores } from './stores.ts';
import { userFiles } from './user-files.ts';
import { users } from './users.ts';

/** All routes, by feature; one function serves each feature. */
export const routes = {
  auth,
  repairs,
  returns,
  'return-files': returnFiles,
  stores,
  users,
  'user-files': userFiles,
  jobs,
} as const satisfies Record<string, Record<string, Route>>;

export type Feature = keyof typeof routes;
export const features = Object.keys(routes) as Feature[];
