import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Group } from '#shared/groups.ts';
import { isRegisterReturnsAllowed } from '#shared/policies.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { authFor } from '#web/testing/auth.ts';
import { texts } from '#web/testing/page.tsx';
import { configForTest, heading, openSite } from '#web/testing/site.tsx';

const { regions } = configForTest;
const withReturns = { ...configForTest, regions: { ...regions, nuk: { ...regions.nuk, returnsAvailable: true } } };
const none = () => Response.json({ items: [] });
const answers = { 'GET /api/repairs/nuk': none, 'GET /api/returns/nuk': none };

/** The site for somebody whom its server knows as it would: the flag decides there too. */
const open = (address: string, config: typeof configForTest, ...roles: Group[]) => {
  const auth = authFor(['NUK', ...roles]);
  sessionStore.signIn('nuk', { ...auth, isRegisterReturnsAllowed: isRegisterReturnsAllowed(auth, config.regions.nuk) });
  return openSite(address, answers, config);
};
const drawer = async () => within(await screen.findByRole('navigation', { name: 'Main menu' }));
const links = async () => texts(await (await drawer()).findAllByRole('link')).filter((link) => /return/i.test(link));
const panel = () => screen.findByRole('heading', { level: 2, name: 'Latest submitted returns' });

// Its panel would be there at once, where it should not be.
beforeAll(() => import('#web/features/returns/return-kind.ts'));
beforeEach(() => {
  window.innerWidth = 1280;
});

test('where the region has no returns their page leads an admin to the region home, and it says why; no link and no panel tells of them', async () => {
  const { path, calls } = open('/UK/nuk/returns/submitted', configForTest, 'admin', 'register-returns');
  await heading('United Kingdom, Ireland');
  expect(path()).toBe('/UK/nuk');
  expect(await screen.findByText(/returns are not available in this region/)).toBeVisible();
  await screen.findByText('No repairs yet');
  expect(await links()).toEqual([]);
  expect(screen.queryByRole('heading', { name: /return/i })).not.toBeInTheDocument();
  expect(new Set(calls)).toEqual(new Set(['GET /api/repairs/nuk']));
});

test('where it has them, whoever books returns finds the list in the drawer, and the latest ones at home', async () => {
  const { user, calls } = open('/UK/nuk', withReturns, 'register-returns');
  await panel();
  expect(await screen.findByText('No returns yet')).toBeVisible();
  expect(new Set(calls)).toEqual(new Set(['GET /api/returns/nuk']));
  expect(await links()).toEqual(['Book a return', 'Submitted returns']);
  await user.click((await drawer()).getByRole('link', { name: 'Submitted returns' }));
  expect(await heading('Submitted returns')).toHaveFocus();
});

test('an admin sees both by turns, repairs first', async () => {
  const { user } = open('/UK/nuk', withReturns, 'admin');
  // What stands below the counts shows once those are known.
  await screen.findByRole('heading', { level: 2, name: 'Latest submitted repairs' });
  const headings = () => texts(screen.getAllByRole('heading', { level: 2 }));
  expect(headings()).toEqual(['Needs attention', 'Latest submitted repairs']);
  await user.click(screen.getByRole('button', { name: 'Returns' }));
  await panel();
  expect(headings()).toEqual(['Needs attention', 'Latest submitted returns']);
});
