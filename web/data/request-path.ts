import { apiStage } from '#shared/api/headers.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fills the parameters of a route's path. Returns the path, and the other fields of the input that have a value. */
export const fillRoutePath = (routePath: string, input: Fields) => {
  const pathParameters: string[] = [];
  const filledPath = routePath.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    pathParameters.push(name);
    return encodeURIComponent(String(input[name]));
  });
  const remainingFields = Object.entries(input).filter(
    ([name, value]) => !pathParameters.includes(name) && value !== undefined,
  );
  return { path: `/${apiStage}${filledPath}`, remainingFields };
};

/** Returns the path of a GET request with its query, which has the input's other fields. */
export const toGetPath = (routePath: string, input: Fields): string => {
  const { path, remainingFields } = fillRoutePath(routePath, input);
  const query = new URLSearchParams(remainingFields.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `${path}?${query}` : path;
};
