/** A route's key taken apart: `GET /repairs/{region}`, `ANY /x`, or `$default`. */
export type RoutePattern = { readonly routeKey: string; readonly method: string; readonly segments: readonly string[] };

export const parseRouteKey = (routeKey: string): RoutePattern => {
  const [method = '', path = ''] = routeKey === '$default' ? ['ANY', '/{default+}'] : routeKey.split(' ');
  return { routeKey, method, segments: path.split('/').slice(1) };
};

export type PathParameters = Readonly<Record<string, string>>;

const decode = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const parametersOf = ({ segments, routeKey }: RoutePattern, path: readonly string[]): PathParameters | undefined => {
  if (routeKey === '$default') return {};
  const parameters: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    if (name?.endsWith('+')) {
      const rest = path.slice(index);
      if (rest.length === 0) return undefined;
      return { ...parameters, [name.slice(0, -1)]: decode(rest.join('/')) };
    }
    const part = path[index];
    if (part === undefined || (name === undefined && part !== segment) || part === '') return undefined;
    if (name !== undefined) parameters[name] = decode(part);
  }
  return path.length === segments.length ? parameters : undefined;
};

// A fixed segment wins over a parameter, a parameter over a greedy one, a method over ANY, everything over $default.
const weight = ({ segments, method, routeKey }: RoutePattern): string =>
  routeKey === '$default'
    ? '9'
    : `${segments.map((segment) => (segment.endsWith('+}') ? '3' : segment.startsWith('{') ? '2' : '1')).join('')}${method === 'ANY' ? '2' : '1'}`;

/** The most specific route for a request; `path` is encoded and begins with a slash. */
export const matchRoute = <R extends RoutePattern>(
  routes: readonly R[],
  method: string,
  path: string,
): { route: R; parameters: PathParameters } | undefined => {
  const parts = path.split('/').slice(1);
  return routes
    .filter((route) => route.method === method || route.method === 'ANY')
    .flatMap((route) => {
      const parameters = parametersOf(route, parts);
      return parameters ? [{ route, parameters }] : [];
    })
    .sort((a, b) => (weight(a.route) < weight(b.route) ? -1 : 1))[0];
};
