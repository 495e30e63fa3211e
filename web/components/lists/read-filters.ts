import type { Parsed, Route, RuleContext } from '#shared/api/route.ts';
import { validate } from '#shared/api/validation.ts';
import type { RegionId } from '#shared/config/regions.ts';

export const listFilterNames = (route: Route) =>
  Object.keys(route.input.shape).filter((name) => !['region', 'limit', 'cursor'].includes(name));

/** Returns the filters of a URL that the route accepts; invalid filters are dropped. */
export const readFilters = <R extends Route>(
  route: R,
  region: RegionId,
  params: URLSearchParams,
  context: RuleContext,
): Parsed<R> => {
  const filters = listFilterNames(route);
  const filterParams = Object.fromEntries([...params].filter(([name]) => filters.includes(name)));
  const result = validate(route, { ...filterParams, region }, context);
  if (result.ok) return result.data;
  const rejectedNames = result.problems.map(({ path }) => path);
  if (!rejectedNames.some((name) => params.has(name))) throw new Error('The route rejects a request without filters.');
  const remainingParams = [...params].filter(([name]) => !rejectedNames.includes(name));
  return readFilters(route, region, new URLSearchParams(remainingParams), context);
};
