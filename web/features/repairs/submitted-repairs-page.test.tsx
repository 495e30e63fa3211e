import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import type { UpcomingDeadline } from '#shared/repairs/deadlines.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { apiError } from '#web/testing/auth.ts';
import { answerCalls, returnToPage, place, signInAs, readTexts } from '#web/testing/page.tsx';
import { buildRepairSummary } from '#web/testing/repair.ts';
import {
  choose,
  queryFilterButton,
  open,
  openPage,
  changePreferences,
  readReferences,
  buildRepairSummaries,
  findRow,
  listSearches,
} from '#web/testing/repairs-list.tsx';
import { captureDownloads } from '#web/testing/saved-files.ts';

const [first, second] = buildRepairSummaries({}, {});

test('removes the export message when the user searches', async () => {
  signInAs('nuk');
  captureDownloads();
  answerCalls(() => ({ body: { items: [first] } }));
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
  await screen.findByText(/^Saved as/, { selector: 'section *' });
  await user.type(screen.getByRole('searchbox'), 'REF{Enter}');
  await waitFor(() => expect(screen.queryByText(/^Saved as/, { selector: 'section *' })).toBeNull());
});

describe('columns', () => {
  test('hides the store name first, then the issue, if there is no room', async () => {
    signInAs('nuk');
    // The list is wide enough for all columns except these two.
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ width: 1020 }));
    answerCalls(() => ({ body: { items: [buildRepair()] } }));
    const { user } = await open();
    const readHeaders = (className: string) =>
      readTexts(screen.getAllByRole('columnheader').filter((header) => header.classList.contains(className)));
    expect(readHeaders('no-room')).toEqual(['Issue', 'Store name']);
    await changePreferences(user, async (dialog) => {
      expect(dialog).toHaveTextContent('No room for: Issue, Store name.');
      const issue = within(dialog).getByRole('checkbox', { name: 'Issue' });
      expect(issue).not.toBeChecked();
      await user.click(issue);
    });
    await waitFor(() => expect(readHeaders('no-room')).toEqual(['Serial number', 'Store name']));
    vi.restoreAllMocks();
  });

  test('shows the columns, with the RMA number and the products of each repair', async () => {
    answerCalls(() => ({
      body: {
        items: buildRepairSummaries(
          { accessories: ['dock-switch-2', 'unknown-accessory'] },
          {
            rma: 'RMA-77',
            state: 'registered',
            sendFrom: '2026-11-19',
            isOnlyAccessories: true,
            accessories: ['unknown-accessory'],
          },
          { state: 'withdrawn' },
        ),
      },
    }));
    await open();
    expect(
      readTexts(within(screen.getByRole('table', { name: 'Submitted repairs' })).getAllByRole('columnheader')),
    ).toEqual(['Products', 'Status', 'Next date', 'Reference', 'RMA', 'Date', 'Serial number', 'Issue', 'Store name']);
    expect(findRow('REF-0')).toHaveTextContent(/^Nintendo Switch 2 \+ 2 accessoriesSubmittedREF-0Pending/);
    expect(findRow('REF-1')).toHaveTextContent(/^Accessories: unknown-accessoryRegisteredSend nowREF-1RMA-77/);
    expect(findRow('REF-2')).toHaveTextContent(/WithdrawnREF-2–/);
    expect(screen.getByRole('link', { name: 'RMA-77' })).toHaveAttribute('href', paths.trackRepair(place, 'RMA-77'));
  });

  test('shortens long names, and shows them in full in the tooltip', async () => {
    answerCalls(() => ({
      body: {
        items: buildRepairSummaries(
          { product: 'classic-mini-snes', accessories: [] },
          { product: 'mario-kart-live-mario', accessories: ['usb-cable-mario-kart-live'] },
          {
            isOnlyAccessories: true,
            accessories: ['controller-classic-mini-nes', 'hdmi-cable-classic-mini', 'usb-cable-classic-mini'],
          },
          { state: 'returnedUnrepaired' },
        ),
      },
    }));
    await open();
    expect(findRow('REF-0')).toHaveTextContent(/^Nintendo Classic Mini: SNESSubmitted/);
    expect(screen.getByTitle('Nintendo Classic Mini: Super Nintendo Entertainment System (SNES)')).toHaveTextContent(
      'Nintendo Classic Mini: SNES',
    );
    expect(findRow('REF-1')).toHaveTextContent(/^Mario Kart Live – Mario Set \+ 1Submitted/);
    expect(findRow('REF-2')).toHaveTextContent(/^Accessories: NES controller \+ 2Submitted/);
    expect(findRow('REF-3')).toHaveTextContent(/Unrepaired/);
  });

  test('offers sorting and collapsible filters in narrow windows', async () => {
    window.innerWidth = 320;
    answerCalls(() => ({ body: { items: buildRepairSummaries({ storeRefNo: 'REF-1' }, { storeRefNo: 'AAA-1' }) } }));
    const { user } = await open('?state=quoted&from=2026-11-01');
    const filtersButton = screen.getByRole('button', { name: 'Filters (2)', expanded: false });
    const otherFilters = document.querySelector(`[id="${filtersButton.getAttribute('aria-controls')}"]`);
    expect(otherFilters).toContainElement(queryFilterButton('Status'));
    expect(otherFilters).not.toContainElement(screen.getByRole('searchbox'));
    await user.click(filtersButton);
    expect(filtersButton).toHaveAttribute('aria-expanded', 'true');
    expect(otherFilters?.closest('.list-bar')).toHaveClass('is-unfolded');
    expect(queryFilterButton('Sort by')).toHaveTextContent('Submitted on, descending');
    await choose(user, 'Sort by', 'Store reference number, ascending');
    await waitFor(() => expect(readReferences()).toEqual(['AAA-1', 'REF-1']));
    window.innerWidth = 1024;
  });
});

describe('next deadline', () => {
  const today = toCalendarDate(new Date(), 'Europe/London');
  const buildDeadline = (promise: UpcomingDeadline['promise'], days: number, who: UpcomingDeadline['who'] = []) => ({
    next: { promise, by: addDays(today, days), who },
  });
  const getDeadlineCells = () => screen.getAllByRole('row').flatMap((row) => [...row.querySelectorAll('.due')]);

  test('shows how far away deadlines are, marks missed ones and leaves out past arrivals', async () => {
    answerCalls(() => ({
      body: {
        items: buildRepairSummaries(
          buildDeadline('feeAnswer', 6),
          buildDeadline('target', 1),
          buildDeadline('target', 10),
          buildDeadline('target', -3),
          buildDeadline('arrival', -3),
          buildDeadline('arrival', -limits.complaintDays - 1),
          {},
        ),
      },
    }));
    await open();
    const [fee, tomorrow, inTenDays, late, ...otherCells] = getDeadlineCells();
    expect(tomorrow).toHaveTextContent(/^Repair: tomorrow$/);
    expect(inTenDays).toHaveTextContent(/^Repair: \d{1,2} \w+$/);
    expect(fee).toHaveTextContent(/^Call by: \d{1,2} \w+, 6 days$/);
    expect(fee).toHaveClass('is-own');
    expect(fee).not.toHaveClass('is-late');
    expect(fee?.getAttribute('title')).toMatch(/^Please call the customer: the fee quote has to be answered by \w+day/);
    expect(late).toHaveTextContent(/^Ask: 3 days late$/);
    expect(tomorrow).not.toHaveClass('is-own');
    expect(late).toHaveClass('is-late');
    expect(otherCells).toEqual([]);
  });

  test('filters by deadline instead of search, status and period, and sorts by deadline', async () => {
    const dueRepairs = buildRepairSummaries(buildDeadline('target', -3), buildDeadline('target', -9));
    const findItems = (dueFilter: string | null) => {
      if (dueFilter === 'today') return [];
      return dueFilter === null ? [second] : dueRepairs;
    };
    const requests = answerCalls(({ url }) => ({ body: { items: findItems(url.searchParams.get('due')) } }));
    const { user, router } = await open('?size=10&state=received&from=2026-01-01');
    await user.click(queryFilterButton('Next date') ?? document.body);
    expect(await screen.findByText('Instead of search, status and period')).toBeVisible();
    await user.click(screen.getByRole('option', { name: 'Date has passed' }));
    await waitFor(() => expect(readReferences()).toEqual(['REF-1', 'REF-0']));
    expect(router.state.location.search).toBe('?size=10&due=overdue');
    expect(listSearches(requests).at(-1)).toBe('?limit=10&due=overdue');
    expect(screen.getByRole('columnheader', { name: 'Next date' })).toHaveAttribute('aria-sort', 'ascending');
    expect(queryFilterButton('Next date')).toHaveTextContent('Date has passed');
    await choose(user, 'Status', 'Received');
    await waitFor(() => expect(router.state.location.search).toBe('?size=10&state=received'));
    await act(() => router.navigate('?due=today'));
    await user.click(await screen.findByRole('button', { name: 'Clear the filters' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});

describe('new RMA numbers', () => {
  test('shows and announces them when the page becomes visible', async () => {
    signInAs('nuk');
    const assignedFields = { rma: 'RMA-1', state: 'registered' };
    const requests = answerCalls(() => ({
      body: {
        items: [
          { ...first, ...(requests.length > 1 && assignedFields) },
          { ...second, ...(requests.length > 2 && assignedFields) },
        ],
      },
    }));
    const { user } = await open();
    const link = await screen.findByRole('link', { name: 'REF-1' });
    link.focus();
    await returnToPage(requests);
    expect(await screen.findByRole('link', { name: 'RMA-1' })).toBeVisible();
    expect(screen.queryByText('Loading repairs…')).not.toBeInTheDocument();
    expect(link).toHaveFocus();
    await waitFor(() => expect(screen.getByText('REF-0: the RMA number is RMA-1.')).toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Refresh the list' }));
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'RMA-1' })).toHaveLength(2));
    expect(listSearches(requests)).toEqual(['?limit=25', '?limit=25', '?limit=25']);
  });

  test('keeps the list when a refresh fails', async () => {
    signInAs('nuk');
    const requests = answerCalls(() =>
      requests.length > 1 ? apiError('ExpiredToken', 401) : { body: { items: [first] } },
    );
    await open();
    await returnToPage(requests);
    expect(requests).toHaveLength(2);
    expect(screen.getByText('REF-0')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  });
});

describe('details of a repair', () => {
  const answer = () =>
    answerCalls(({ url }) => ({
      body: url.pathname.endsWith('/repair') ? buildRepair({ ...first }) : { items: [first, second] },
    }));

  test('loads the repair when the answer button of a row is pressed', async () => {
    const requests = answer();
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Copy message for customer: REF-0' }));
    const dialog = await screen.findByRole('dialog', { name: 'Copy message for customer: REF-0' });
    expect(await within(dialog).findByText(/^Your product \(Nintendo Switch 2; reference REF-0\) was /)).toBeVisible();
    expect(requests.at(-1)?.url.search).toContain('storeRefNo=REF-0');
  });

  test('returns to the list with its rows, order and focus', async () => {
    const requests = answer();
    const { user, router } = await open('?sort=storeRefNo&state=submitted');
    const link = await screen.findByRole('link', { name: 'REF-0' });
    await user.click(screen.getByRole('button', { name: 'Preferences' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Preferences' })).toHaveFocus();
    expect(link).toHaveAttribute('href', toRecordPath(paths.submittedRepairs(place), first ?? buildRepairSummary()));
    await user.click(link);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('REF-0');
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /Back/ }));
    await waitFor(() => expect(screen.getByRole('link', { name: 'REF-0' })).toHaveFocus());
    // An open preferences dialog is not restored.
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(router.state.location.search).toBe('?sort=storeRefNo&state=submitted');
    expect(screen.queryByText('Loading repairs…')).not.toBeInTheDocument();
    // The list refreshes in the background.
    await waitFor(() => expect(listSearches(requests)).toHaveLength(2));
    await user.click(screen.getByRole('link', { name: 'REF-0' }));
    const { pathname, search } = router.state.location;
    await act(() => router.navigate(pathname + search, { replace: true }));
    await user.click(await screen.findByRole('button', { name: /Back/ }));
    expect(await screen.findByRole('link', { name: 'REF-0' })).toBeVisible();
    expect(router.state.location.search).toBe('?sort=storeRefNo&state=submitted');
  });

  test('returns to the unfiltered list when opened by a link', async () => {
    answer();
    const { user, router } = await openPage(toRecordPath('', first ?? buildRepairSummary()));
    await user.click(await screen.findByRole('button', { name: /Back/ }));
    expect(await screen.findByRole('link', { name: 'REF-1' })).toBeVisible();
    expect(router.state.location.search).toBe('');
  });
});

test('links to the booking page when there are no repairs', async () => {
  answerCalls(() => ({ body: { items: [] } }));
  await openPage();
  expect(await screen.findByText('No repairs yet')).toBeVisible();
  const links = screen.getAllByRole('link', { name: 'Book a repair' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([paths.bookRepair(place), paths.bookRepair(place)]);
  // Without records, there is nothing to search, sort or page through.
  for (const role of ['searchbox', 'table', 'navigation']) expect(screen.queryByRole(role)).not.toBeInTheDocument();
});
