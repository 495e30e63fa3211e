import { apiStage } from '#shared/api/headers.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fills the parameters of a route's path. Returns the address and the other fields of the input that have a value. */
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

/** Returns the address of a GET request, which has the input's other fields in its query. */
export const toGetPath = (routePath: string, input: Fields): string => {
  const { path, remainingFields } = fillRoutePath(routePath, input);
  const query = new URLSearchParams(remainingFields.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `${path}?${query}` : path;
};
