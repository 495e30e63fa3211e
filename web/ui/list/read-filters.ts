import type { RegionId } from '#shared/regions.ts';
import type { Parsed, Route, RuleContext } from '#shared/route.ts';
import { check } from '#shared/validation.ts';

export const filterNames = (route: Route) =>
  Object.keys(route.input.shape).filter((name) => !['region', 'limit', 'cursor'].includes(name));

/** What an address filters a list by, as its route understands it; what the route would refuse counts as not said. */
export const readFilters = <R extends Route>(
  route: R,
  region: RegionId,
  params: URLSearchParams,
  context: RuleContext,
): Parsed<R> => {
  const filters = filterNames(route);
  const given = Object.fromEntries([...params].filter(([name]) => filters.includes(name)));
  const checked = check(route, { ...given, region }, context);
  if (checked.ok) return checked.data;
  const refused = checked.problems.map(({ path }) => path);
  if (!refused.some((name) => params.has(name))) throw new Error('A list cannot do without filters.');
  const rest = [...params].filter(([name]) => !refused.includes(name));
  return readFilters(route, region, new URLSearchParams(rest), context);
};
