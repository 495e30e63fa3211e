import { parseJson } from '#shared/api/parse-json.ts';
import { isInAudience, repairsAudience } from '#shared/api/policies.ts';
import { preloadedPaths } from '#shared/api/preloaded-paths.ts';
import { limits } from '#shared/config/limits.ts';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { browserMemory, toHashedUserStorageKey } from '#web/browser/memory.ts';
import { parseSize, sizes, toLimit, toRowCount } from '#web/components/lists/load-rows.ts';
import {
  toDueInput,
  toOverdueInput,
  toSendableRepairsInput,
  toSendableReturnsInput,
} from '#web/features/records/attention/attention-queries.ts';
import type { KnownUser } from '#web/session/known-user.ts';
import { guard } from './guard.ts';
import type { ApplicationPage } from './pages.ts';

/** GET request of a route, whose path has parameters in braces. */
export type DataRequest = { readonly path: string; readonly input: Readonly<Record<string, unknown>> };

const recordFilters = ['storeId', 'from', 'to', 'search', 'order', 'state'];

/** Filters that the URL of a list may have, by the name under which the browser remembers the list's size. */
export const listFilters = {
  repairs: [...recordFilters, 'due'],
  returns: recordFilters,
  users: ['search', 'status', 'role', 'enabled', 'storeId', 'idleDays'],
} as const;
type ListName = keyof typeof listFilters;

const listPaths: Readonly<Record<ListName, string>> = {
  repairs: preloadedPaths.listRepairs,
  returns: preloadedPaths.listReturns,
  users: preloadedPaths.listUsers,
};

const readRememberedSize = (name: ListName, user: KnownUser) => {
  const rememberedList: unknown = parseJson(browserMemory.get(toHashedUserStorageKey(`list.${name}`, user)) ?? '');
  return sizes.find(
    (size) =>
      typeof rememberedList === 'object' && rememberedList !== null && Reflect.get(rememberedList, 'size') === size,
  );
};

const toListRequest = (name: ListName, params: URLSearchParams, user: KnownUser): DataRequest => {
  const size = parseSize(params.get('size')) ?? readRememberedSize(name, user) ?? limits.page.default;
  const names = [...listFilters[name], ...(size === 'all' ? [] : ['cursor'])]
    // Only admins have a filter for stores.
    .filter((filter) => filter !== 'storeId' || user.isAdminUser);
  const filters = Object.fromEntries([...params].filter(([filter, value]) => names.includes(filter) && value !== ''));
  return { path: listPaths[name], input: { region: user.region, ...filters, limit: toLimit(toRowCount(size)) } };
};

const toRecordRequest = (path: string, params: URLSearchParams, { region }: KnownUser): DataRequest | undefined => {
  const [storeId, storeRefNo, id] = ['storeId', 'ref', 'id'].map((name) => params.get(name));
  return storeId && storeRefNo && id ? { path, input: { region, storeId, storeRefNo, id } } : undefined;
};

const listHomeRequests = (user: KnownUser): DataRequest[] => {
  const { region } = user;
  const today = toCalendarDate(new Date(), regions[region].timeZone);
  const hasRepairs = isInAudience(user, repairsAudience);
  const hasReturns = user.isRegisterReturnsAllowed;
  const { listRepairs, listReturns } = preloadedPaths;
  const latestInput = { region, limit: limits.home.latestRecords };
  return [
    ...(hasRepairs
      ? [toDueInput(region), toSendableRepairsInput(region), toOverdueInput(region, today), latestInput].map(
          (input) => ({
            path: listRepairs,
            input,
          }),
        )
      : []),
    ...(hasReturns
      ? [toOverdueInput(region, today), toSendableReturnsInput(region, today)].map((input) => ({
          path: listReturns,
          input,
        }))
      : []),
    ...(hasReturns && !hasRepairs ? [{ path: listReturns, input: latestInput }] : []),
    ...((hasRepairs || hasReturns) && !user.isAdminUser ? [{ path: preloadedPaths.showNews, input: { region } }] : []),
  ];
};

/** Returns the requests of a page for its first data, as the page itself will make them; none if the user may not open it. */
export const findDataRequests = (page: ApplicationPage, search: string, user: KnownUser): readonly DataRequest[] => {
  const { region, isRegisterReturnsAllowed: returnsAvailable } = user;
  if (guard({ page, region, session: user, returnsAvailable }) !== 'allow') return [];
  const params = new URLSearchParams(search);
  switch (page.name) {
    case 'home':
      return listHomeRequests(user);
    case 'submittedRepairs':
      return [toRecordRequest(preloadedPaths.findRepair, params, user) ?? toListRequest('repairs', params, user)];
    case 'submittedReturns':
      return [toRecordRequest(preloadedPaths.findReturn, params, user) ?? toListRequest('returns', params, user)];
    case 'manageUsers':
      return params.has('view') ? [] : [toListRequest('users', params, user)];
    case 'individualUserOperations': {
      const sub = params.get('sub');
      return sub ? [{ path: preloadedPaths.findUser, input: { region, sub } }] : [];
    }
    default:
      return [];
  }
};
