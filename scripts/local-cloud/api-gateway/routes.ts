import { decoded } from '../text.ts';

/** A route's key taken apart: `GET /repairs/{region}`. */
export type RoutePattern = { readonly routeKey: string; readonly method: string; readonly segments: readonly string[] };

/** Throws, by name, for what else a key can be: `$default`, `ANY /x`, `GET /{rest+}`. */
export const parseRouteKey = (routeKey: string): RoutePattern => {
  const [, method, path] = /^(?!ANY )([A-Z]+) \/([^+]*)$/.exec(routeKey) ?? [];
  if (method === undefined || path === undefined) throw new Error(`the local cloud does not do the route ${routeKey}`);
  return { routeKey, method, segments: path.split('/') };
};

export type PathParameters = Readonly<Record<string, string>>;

const parametersOf = ({ segments }: RoutePattern, path: readonly string[]): PathParameters | undefined => {
  if (path.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    const part = path[index] ?? '';
    if (part === '' || (name === undefined && part !== segment)) return undefined;
    if (name !== undefined) parameters[name] = decoded(part) ?? part;
  }
  return parameters;
};

// A fixed segment wins over a parameter.
const weight = ({ segments }: RoutePattern): string =>
  segments.map((segment) => (segment.startsWith('{') ? '2' : '1')).join('');

/** The most specific route for a request; `path` is encoded and begins with a slash. */
export const matchRoute = <R extends RoutePattern>(
  routes: readonly R[],
  method: string,
  path: string,
): { route: R; parameters: PathParameters } | undefined => {
  const parts = path.split('/').slice(1);
  return routes
    .filter((route) => route.method === method)
    .flatMap((route) => {
      const parameters = parametersOf(route, parts);
      return parameters ? [{ route, parameters }] : [];
    })
    .sort((a, b) => (weight(a.route) < weight(b.route) ? -1 : 1))[0];
};
