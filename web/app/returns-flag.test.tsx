import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { canRegisterReturns } from '#shared/api/policies.ts';
import type { Group } from '#shared/users/groups.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { buildAuth } from '#web/testing/auth.ts';
import { readTexts } from '#web/testing/page.tsx';
import { configWithoutReturns, findHeading, openSite } from '#web/testing/site.tsx';

const { regions } = configWithoutReturns;
const configWithReturns = {
  ...configWithoutReturns,
  regions: { ...regions, nuk: { ...regions.nuk, returnsAvailable: true } },
};
const noItems = () => Response.json({ items: [] });
const answers = { 'GET /api/repairs/nuk': noItems, 'GET /api/returns/nuk': noItems };

/** Opens the site with a session whose returns permission follows the config flag, as on the server. */
const open = (path: string, config: typeof configWithoutReturns, ...roles: Group[]) => {
  const auth = buildAuth(['NUK', ...roles]);
  sessionStore.signIn('nuk', { ...auth, isRegisterReturnsAllowed: canRegisterReturns(auth, config.regions.nuk) });
  return openSite(path, answers, config);
};
const findDrawer = async () => within(await screen.findByRole('navigation', { name: 'Main menu' }));
const readReturnLinks = async () =>
  readTexts(await (await findDrawer()).findAllByRole('link')).filter((link) => /return/i.test(link));
const findReturnsPanel = () => screen.findByRole('heading', { level: 2, name: 'Latest submitted returns' });

// Load the lazy chunk up front, so that a panel shown by mistake would appear at once.
beforeAll(() => import('#web/features/returns/return-kind.ts'));
beforeEach(() => {
  window.innerWidth = 1280;
});

test('redirects the returns page to home in regions without returns', async () => {
  const { getPath, calls } = open('/UK/nuk/returns/submitted', configWithoutReturns, 'admin', 'register-returns');
  await findHeading('United Kingdom, Ireland');
  expect(getPath()).toBe('/UK/nuk');
  expect(await screen.findByText(/returns are not available in this region/)).toBeVisible();
  await screen.findByText('No repairs yet');
  expect(await readReturnLinks()).toEqual([]);
  expect(screen.queryByRole('heading', { name: /return/i })).not.toBeInTheDocument();
  expect(new Set(calls)).toEqual(new Set(['GET /api/repairs/nuk']));
});

test('shows returns in drawer and home when available', async () => {
  const { user, calls } = open('/UK/nuk', configWithReturns, 'register-returns');
  await findReturnsPanel();
  expect(await screen.findByText('No returns yet')).toBeVisible();
  await waitFor(() => expect(new Set(calls)).toEqual(new Set(['GET /api/returns/nuk', 'GET /api/stores/nuk/news'])));
  expect(await readReturnLinks()).toEqual(['Book a return', 'Submitted returns']);
  await user.click((await findDrawer()).getByRole('link', { name: 'Submitted returns' }));
  expect(await findHeading('Submitted returns')).toHaveFocus();
});

test('lets an admin switch between latest repairs and returns', async () => {
  const { user } = open('/UK/nuk', configWithReturns, 'admin');
  // The latest list appears after the attention counts have loaded.
  await screen.findByRole('heading', { level: 2, name: 'Latest submitted repairs' });
  const headings = () => readTexts(screen.getAllByRole('heading', { level: 2 }));
  expect(headings()).toEqual(['Needs attention', 'Latest submitted repairs']);
  await user.click(screen.getByRole('button', { name: 'Returns' }));
  await findReturnsPanel();
  expect(headings()).toEqual(['Needs attention', 'Latest submitted returns']);
});
