import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { repairs } from '#shared/api/routes/repairs.ts';
import { returns } from '#shared/api/routes/returns.ts';
import { users } from '#shared/api/routes/users.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { buildReturn } from '#shared/testing/return.ts';
import { toUserStorageKey } from '#web/browser/memory.ts';
import { listFilterNames } from '#web/components/lists/read-filters.ts';
import { discardPreloadedResponses, findPreloadedBody } from '#web/data/preloaded-requests.ts';
import { sessionMarks } from '#web/session/marks.ts';
import { buildAuth } from '#web/testing/auth.ts';
import { testConfig } from '#web/testing/config.ts';
import { openSite } from '#web/testing/site.tsx';
import { buildUserResponse } from '#web/testing/user.ts';
import { listFilters } from './find-data-requests.ts';
import { preloadPage } from './preload-page.ts';

beforeEach(() => {
  window.innerWidth = 1280;
  sessionMarks.write('nuk', {
    absolute: sessionMarks.endFromNow('absolute'),
    idle: sessionMarks.endFromNow('idle'),
  });
  return () => discardPreloadedResponses();
});

const repair = buildRepair();
const record = buildReturn();
const toQuery = ({ storeId, storeRefNo, id }: typeof repair | typeof record) =>
  new URLSearchParams({ storeId, ref: storeRefNo, id }).toString();

const answers: Readonly<Record<string, unknown>> = {
  '/api/repairs/nuk': { items: [] },
  '/api/repairs/nuk/repair': repair,
  '/api/returns/nuk': { items: [] },
  '/api/returns/nuk/return': record,
  '/api/users/nuk': { items: [] },
  '/api/users/nuk/user': buildUserResponse(),
  '/api/stores/nuk/news': { items: [], marks: {}, hasMore: false },
};

/** Preloads a page as its document does, then opens it. Returns the requests of both for these routes. */
const preloadAndOpen = async (path: string, auth: ReturnType<typeof buildAuth>) => {
  const preloadedUrls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const pathname = url.replace(/\?.*/, '');
    if (pathname === '/api/auth/nuk/session') return Response.json(auth);
    if (!(pathname in answers)) return Response.json({}, { status: 404 });
    preloadedUrls.push(url);
    return Response.json(answers[pathname]);
  });
  const { pathname, search } = new URL(path, location.origin);
  preloadPage(pathname, search);
  const isStored = (url: string) => findPreloadedBody(url) !== undefined;
  await vi.waitFor(() => expect(preloadedUrls.map(isStored)).toContain(true));
  await vi.waitFor(() => expect(preloadedUrls.map(isStored)).not.toContain(false));
  const { calls } = openSite(path, {}, testConfig);
  await screen.findByRole('heading', { level: 1 });
  return {
    preloadedUrls,
    haveBeenUsed: () => !preloadedUrls.some(isStored),
    isRequested: (route: string) => calls.includes(`GET ${route}`),
  };
};

const buildStaffAuth = (...roles: ('register-repairs' | 'register-returns')[]) => ({
  ...buildAuth(['NUK', ...roles]),
  isRegisterReturnsAllowed: roles.includes('register-returns'),
});
const adminAuth = { ...buildAuth(['NUK', 'admin']), isRegisterReturnsAllowed: true };

test.each([
  ['/UK/nuk', buildStaffAuth('register-repairs'), 5],
  ['/UK/nuk', buildStaffAuth('register-returns'), 4],
  ['/UK/nuk', buildStaffAuth('register-repairs', 'register-returns'), 7],
  ['/UK/nuk', adminAuth, 6],
  ['/UK/nuk/repairs/submitted', buildStaffAuth('register-repairs'), 1],
  ['/UK/nuk/repairs/submitted?state=quoted&from=2026-11-01&size=50&sort=-rma', buildStaffAuth('register-repairs'), 1],
  ['/UK/nuk/repairs/submitted?due=send&storeId=UK-1001', buildStaffAuth('register-repairs'), 1],
  ['/UK/nuk/repairs/submitted?due=send&storeId=UK-1001&size=all&cursor=c', adminAuth, 1],
  ['/UK/nuk/repairs/submitted?cursor=YWJj&page=3&search=A1', buildStaffAuth('register-repairs'), 1],
  [`/UK/nuk/repairs/submitted?${toQuery(repair)}`, buildStaffAuth('register-repairs'), 1],
  ['/UK/nuk/returns/submitted?search=A1', buildStaffAuth('register-returns'), 1],
  [`/UK/nuk/returns/submitted?${toQuery(record)}`, buildStaffAuth('register-returns'), 1],
  ['/UK/nuk/admin/manage-users?role=admin&idleDays=90', adminAuth, 1],
  [`/UK/nuk/admin/individual-user-operations?sub=${buildUserResponse().user.sub}`, adminAuth, 1],
])('preloads exactly the first requests of %s', async (path, auth, count) => {
  const { preloadedUrls, haveBeenUsed, isRequested } = await preloadAndOpen(path, auth);
  expect(preloadedUrls).toHaveLength(count);
  await waitFor(() => expect(haveBeenUsed()).toBe(true));
  for (const url of preloadedUrls) expect(isRequested(url.replace(/\?.*/, ''))).toBe(false);
});

test('requests as many rows as the user has chosen', async () => {
  const auth = buildStaffAuth('register-repairs');
  localStorage.setItem(toUserStorageKey('list.repairs', { region: 'nuk', email: auth.email }), '{"size":100}');
  const { preloadedUrls, haveBeenUsed, isRequested } = await preloadAndOpen('/UK/nuk/repairs/submitted', auth);
  expect(preloadedUrls).toEqual(['/api/repairs/nuk?limit=100']);
  await waitFor(() => expect(haveBeenUsed()).toBe(true));
  expect(isRequested('/api/repairs/nuk')).toBe(false);
});

test('requests the data again if the parameters of the page differ', async () => {
  const path = '/UK/nuk/repairs/submitted?state=unknown';
  const { preloadedUrls, isRequested } = await preloadAndOpen(path, buildStaffAuth('register-repairs'));
  expect(preloadedUrls).toEqual(['/api/repairs/nuk?state=unknown&limit=25']);
  await waitFor(() => expect(isRequested('/api/repairs/nuk')).toBe(true));
});

test('lists the filters that the route of each list accepts', () => {
  const routes = { repairs: repairs.listRepairs, returns: returns.listReturns, users: users.listUsers };
  for (const [name, filters] of Object.entries(listFilters))
    expect([...filters].toSorted()).toEqual(listFilterNames(routes[name as keyof typeof routes]).toSorted());
});
