import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { paths } from '#shared/api/paths.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { SubmittedRepairsPage } from '#web/features/repairs/submitted-repairs-page.tsx';
import { openPages, place, readTexts } from './page.tsx';
import { buildRepairSummary } from './repair.ts';

export const openPage = (search = '') =>
  openPages({ submittedRepairs: <SubmittedRepairsPage /> }, paths.submittedRepairs(place) + search);
/** Opens the page and waits for its rows. */
export const open = async (search?: string) => {
  const page = await openPage(search);
  await screen.findAllByRole('rowheader');
  return page;
};
export const queryFilterButton = (label: string) => screen.queryByRole('button', { name: new RegExp(`^${label}:`) });
export const choose = async (user: UserEvent, label: string, option: string | RegExp) => {
  await user.click(queryFilterButton(label) ?? document.body);
  await user.click(await screen.findByRole('option', { name: option }));
};
/** Changes the preferences of the list. */
export const changePreferences = async (user: UserEvent, change: (dialog: HTMLElement) => Promise<void>) => {
  await user.click(screen.getByRole('button', { name: 'Preferences' }));
  const dialog = await screen.findByRole('dialog', { name: 'Preferences' });
  await change(dialog);
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
};
export const readReferences = () => readTexts(screen.queryAllByRole('rowheader'));
export const findRow = (reference: string) => screen.getByText(reference).closest('tr');
export const listSearches = (requests: readonly { readonly url: URL }[]) =>
  requests.filter(({ url }) => url.pathname.endsWith('/repairs/nuk')).map(({ url }) => url.search);

/** Creates repairs with distinct ids, each an hour older than the previous one. */
export const buildRepairSummaries = (...changes: Partial<RepairSummary>[]) =>
  changes.map((change, index) =>
    buildRepairSummary({
      id: `7d1e1c0e-8a3b-4f0e-b0a1-${String(index).padStart(12, '0')}`,
      storeRefNo: `REF-${index}`,
      createdAt: new Date(Date.UTC(2026, 10, 20) - index * 3_600_000).toISOString(),
      ...change,
    }),
  );
