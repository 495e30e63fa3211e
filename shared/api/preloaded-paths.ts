/** Paths of the routes that the page requests while its own code, with the table of routes, is still loading. */
export const preloadedPaths = {
  session: '/auth/{region}/session',
  refreshToken: '/auth/{region}/refresh-token',
  listRepairs: '/repairs/{region}',
  findRepair: '/repairs/{region}/repair',
  listReturns: '/returns/{region}',
  findReturn: '/returns/{region}/return',
  listUsers: '/users/{region}',
  findUser: '/users/{region}/user',
  showNews: '/stores/{region}/news',
} as const;
