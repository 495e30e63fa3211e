import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { addDays, calendarDate } from '#shared/dates.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import type { NextPromise } from '#shared/repairs/promises.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { refusal } from '#web/testing/auth.ts';
import { answerCalls, lookAgain, openPages, place, signedIn, texts } from '#web/testing/page.tsx';
import { repairWith, summaryWith } from '#web/testing/repair.ts';
import { SubmittedRepairsPage } from './submitted-repairs-page.tsx';

const openPage = (search = '') =>
  openPages({ submittedRepairs: <SubmittedRepairsPage /> }, paths.submittedRepairs(place) + search);
/** Opens the page, and waits for its rows. */
const open = async (search?: string) => {
  const page = await openPage(search);
  await screen.findAllByRole('rowheader');
  return page;
};
const table = () => screen.getByRole('table', { name: 'Submitted repairs' });
const filter = (label: string) => screen.queryByRole('button', { name: new RegExp(`^${label}:`) });
const choose = async (user: UserEvent, label: string, option: string | RegExp) => {
  await user.click(filter(label) ?? document.body);
  await user.click(await screen.findByRole('option', { name: option }));
};
/** Changes the preferences of the list. */
const prefer = async (user: UserEvent, change: (dialog: HTMLElement) => Promise<void>) => {
  await user.click(screen.getByRole('button', { name: 'Preferences' }));
  const dialog = await screen.findByRole('dialog', { name: 'Preferences' });
  await change(dialog);
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
};
const references = () => texts(screen.queryAllByRole('rowheader'));
const rowOf = async (reference: string) => (await screen.findByText(reference)).closest('tr');
const searches = (requests: readonly { readonly url: URL }[]) =>
  requests.filter(({ url }) => url.pathname.endsWith('/repairs/nuk')).map(({ url }) => url.search);

/** Repairs with ids of their own; each an hour older than the one before. */
const repairs = (...changes: Partial<RepairSummary>[]) =>
  changes.map((change, at) =>
    summaryWith({
      id: `7d1e1c0e-8a3b-4f0e-b0a1-${String(at).padStart(12, '0')}`,
      storeRefNo: `REF-${at}`,
      createdAt: new Date(Date.UTC(2026, 10, 20) - at * 3_600_000).toISOString(),
      ...change,
    }),
  );
const [first, second] = repairs({}, {});

describe('the columns', () => {
  test('are those of the specification and the state, the product first', async () => {
    answerCalls(() => ({ body: { items: [repairWith()] } }));
    await open();
    expect(texts(within(table()).getAllByRole('columnheader'))).toEqual([
      'Products',
      'Status',
      'Next date',
      'Store reference number',
      'RMA number',
      'Submitted on',
      'Serial number',
      'Issue',
      'Store name',
    ]);
  });

  test('an answer for a caller is asked for from a row', async () => {
    const requests = answerCalls(({ url }) => ({
      body: url.pathname.endsWith('/repair') ? repairWith() : { items: [repairWith()] },
    }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Copy an answer: REF-1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Copy an answer: REF-1' });
    await user.click(await within(dialog).findByRole('button', { name: 'Copy an answer: English' }));
    expect(await navigator.clipboard.readText()).toMatch(/^Your Nintendo Switch 2, reference REF-1, was /);
    expect(requests.at(-1)?.url.search).toContain('storeRefNo=REF-1');
  });

  test('without room the store’s name goes first, then the issue; they can be brought back', async () => {
    signedIn('nuk');
    // Room for the columns of the least width but these two.
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ width: 1076 }));
    answerCalls(() => ({ body: { items: [repairWith()] } }));
    const { user } = await open();
    const headers = (className: string) =>
      texts(screen.getAllByRole('columnheader').filter((header) => header.classList.contains(className)));
    expect(headers('no-room')).toEqual(['Issue', 'Store name']);
    await prefer(user, async (dialog) => {
      expect(dialog).toHaveTextContent('No room for: Issue, Store name.');
      const issue = within(dialog).getByRole('checkbox', { name: 'Issue' });
      expect(issue).not.toBeChecked();
      await user.click(issue);
    });
    await waitFor(() => expect(headers('no-room')).toEqual(['Serial number', 'Store name']));
    vi.restoreAllMocks();
  });

  test('a repair without an RMA is pending, one with an RMA leads to its tracking, a withdrawn one gets none; accessories alone are named, others counted', async () => {
    answerCalls(() => ({
      body: {
        items: repairs(
          { accessories: ['dock-switch-2', 'unknown-accessory'] },
          { rma: 'RMA-77', state: 'registered', isOnlyAccessories: true, accessories: ['unknown-accessory'] },
          { state: 'withdrawn' },
        ),
      },
    }));
    await open();
    expect(await rowOf('REF-0')).toHaveTextContent(/SubmittedREF-0Pending/);
    expect(await rowOf('REF-1')).toHaveTextContent(/RegisteredREF-1RMA-77/);
    expect(await rowOf('REF-2')).toHaveTextContent(/WithdrawnREF-2–/);
    expect(await rowOf('REF-0')).toHaveTextContent('Nintendo Switch 2 with 2 accessories');
    expect(await rowOf('REF-1')).toHaveTextContent('Accessories: unknown-accessory');
    expect(screen.getByRole('link', { name: 'RMA-77' })).toHaveAttribute('href', paths.trackRepair(place, 'RMA-77'));
  });

  test('rows stand closer for whoever chose so, on the next visit too, and for nobody else', async () => {
    answerCalls(() => ({ body: { items: [repairWith()] } }));
    signedIn('nuk');
    const isCompact = async () => (await rowOf('REF-1'))?.closest('.data-table')?.classList.contains('is-compact');
    const { user } = await open();
    expect(await isCompact()).toBe(false);
    await prefer(user, (dialog) => user.click(within(dialog).getByRole('checkbox', { name: /Compact mode/ })));
    await waitFor(async () => expect(await isCompact()).toBe(true));
    cleanup();
    await open();
    expect(await isCompact()).toBe(true);
    cleanup();
    signedIn('nuk', { name: 'kim' });
    await open();
    expect(await isCompact()).toBe(false);
  });

  test('in narrow windows, where rows have no headings, a filter says by what they are sorted', async () => {
    window.innerWidth = 320;
    answerCalls(() => ({ body: { items: [repairWith(), repairWith({ id: second?.id ?? '', storeRefNo: 'AAA-1' })] } }));
    const { user } = await open();
    expect(filter('Sort by')).toHaveTextContent('Submitted on, descending');
    await choose(user, 'Sort by', 'Store reference number, ascending');
    await waitFor(() => expect(references()).toEqual(['AAA-1', 'REF-1']));
    window.innerWidth = 1024;
  });

  test('what is folded away on a phone unfolds with a button that says how many filters are set', async () => {
    answerCalls(() => ({ body: { items: [first] } }));
    const { user } = await open('?state=quoted&from=2026-11-01');
    const fold = screen.getByRole('button', { name: 'Filters (2)', expanded: false });
    const others = document.querySelector(`[id="${fold.getAttribute('aria-controls')}"]`);
    expect(others).toContainElement(filter('Status'));
    expect(others).not.toContainElement(screen.getByRole('searchbox'));
    await user.click(fold);
    expect(fold).toHaveAttribute('aria-expanded', 'true');
    expect(others?.closest('.list-bar')).toHaveClass('is-unfolded');
  });
});

describe('the next date', () => {
  const today = calendarDate(new Date(), 'Europe/London');
  const next = (promise: NextPromise['promise'], days: number, who: NextPromise['who'] = []) => ({
    next: { promise, by: addDays(today, days), who },
  });
  const dueCells = () => screen.getAllByRole('row').flatMap((row) => [...row.querySelectorAll('.due')]);

  test('stands with how far off it is, red only where it has passed; a parcel that should have arrived is not late', async () => {
    answerCalls(() => ({
      body: {
        items: repairs(
          next('feeAnswer', 6),
          next('target', -3),
          next('arrival', -3),
          next('arrival', -limits.complaintDays - 1),
          {},
        ),
      },
    }));
    await open();
    const [fee, late, arrival, ...others] = dueCells();
    expect(fee).toHaveTextContent(/^\d{1,2} \w+, in 6 days$/);
    expect(fee).not.toHaveClass('is-late');
    expect(fee?.getAttribute('title')).toMatch(/^The customer has to answer the fee quote by \w+day/);
    expect(late).toHaveTextContent(/^3 days late$/);
    expect(late).toHaveClass('is-late');
    expect(arrival).toHaveTextContent(/^\d{1,2} \w+$/);
    expect(arrival).not.toHaveClass('is-late');
    expect(others).toEqual([]);
  });

  test('what is due is asked for instead of the other filters, comes soonest first, and stands in the address', async () => {
    const due = repairs(next('target', -3), next('target', -9));
    const requests = answerCalls(({ url }) => ({
      body: { items: url.searchParams.has('due') ? due : [second] },
    }));
    const { user, router } = await open('?size=10&state=received&from=2026-01-01');
    await user.click(filter('Needs attention') ?? document.body);
    expect(await screen.findByText('Instead of search, status and period')).toBeVisible();
    await user.click(screen.getByRole('option', { name: 'Date has passed' }));
    await waitFor(() => expect(references()).toEqual(['REF-1', 'REF-0']));
    expect(router.state.location.search).toBe('?size=10&due=overdue');
    expect(searches(requests).at(-1)).toBe('?limit=10&due=overdue');
    expect(screen.getByRole('columnheader', { name: 'Next date' })).toHaveAttribute('aria-sort', 'ascending');
    expect(filter('Needs attention')).toHaveTextContent('Date has passed');
    await choose(user, 'Status', 'Received');
    await waitFor(() => expect(router.state.location.search).toBe('?size=10&state=received'));
  });

  test('an address that asks for both is that of the others; where nothing is due it can be cleared', async () => {
    const requests = answerCalls(({ url }) => ({ body: { items: url.searchParams.has('due') ? [] : [first] } }));
    await open('?due=today&state=received');
    expect(searches(requests)).toEqual(['?limit=25&state=received']);
    cleanup();
    const { user, router } = await openPage('?due=today');
    await user.click(await screen.findByRole('button', { name: 'Clear the filters' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});

describe('pages', () => {
  test('the next page asks with the cursor, the previous one without, and the address knows', async () => {
    const requests = answerCalls(({ url }) =>
      url.searchParams.get('cursor') === 'second'
        ? { body: { items: [second] } }
        : {
            body: {
              items: Array.from({ length: 25 }, (_, at) => ({
                ...first,
                id: repairWith().id.replace(/..$/, String(at + 10)),
              })),
              cursor: 'second',
            },
          },
    );
    const { user, router } = await open();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('REF-1');
    expect(router.state.location.search).toBe('?page=2&cursor=second');
    expect(screen.getByText('Page 2')).toBeVisible();
    const next = screen.getByRole('button', { name: 'Next page' });
    expect(next).toHaveAttribute('aria-disabled', 'true');
    expect(next).toHaveAccessibleDescription('This is the last page.');
    expect(next).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await screen.findAllByText('REF-0');
    expect(router.state.location.search).toBe('');
    expect(searches(requests)).toEqual(['?limit=25', '?limit=25&cursor=second', '?limit=25']);
  });

  test('a bookmarked page opens at its cursor; only the first one before it can be found', async () => {
    const requests = answerCalls(() => ({ body: { items: [second] } }));
    const { user, router } = await open('?size=10&page=5&cursor=fifth&state=quoted');
    expect(searches(requests)).toEqual(['?limit=10&state=quoted&cursor=fifth']);
    expect(screen.getByRole('button', { name: 'Previous page' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('button', { name: 'First page' }));
    expect(router.state.location.search).toBe('?size=10&state=quoted');
  });

  test('a cursor that the server refuses begins at the first page', async () => {
    answerCalls(({ url }) =>
      url.searchParams.has('cursor') ? refusal('InvalidParameterException', 400) : { body: { items: [first] } },
    );
    const { router } = await open('?state=quoted&page=2&cursor=forged');
    expect(await screen.findByText('REF-0')).toBeVisible();
    expect(router.state.location.search).toBe('?state=quoted');
  });

  test('other rows per page begin again at the first page, and are remembered', async () => {
    signedIn('nuk');
    const requests = answerCalls(() => ({ body: { items: [first] } }));
    const { user, router } = await open('?page=2&cursor=second');
    await prefer(user, (dialog) =>
      user.click(within(within(dialog).getByRole('radiogroup')).getByRole('radio', { name: '50' })),
    );
    await waitFor(() => expect(searches(requests).at(-1)).toBe('?limit=50'));
    expect(router.state.location.search).toBe('?size=50');
    await router.navigate(paths.submittedRepairs(place));
    await waitFor(() => expect(searches(requests).at(-1)).toBe('?limit=50'));
  });
});

test('all rows say how far they are, and can be stopped with what there is', async () => {
  const items = repairs(...Array.from({ length: 110 }, () => ({ id: crypto.randomUUID() })));
  const requests = answerCalls(({ url }) =>
    url.searchParams.has('cursor') ? new Promise(() => undefined) : { body: { items, cursor: 'next' } },
  );
  const { user } = await openPage('?size=all');
  expect(await screen.findByText('110 repairs so far')).toBeVisible();
  const stop = screen.getByRole('button', { name: 'Stop loading' });
  await user.click(stop);
  expect(await screen.findByText('Loading was stopped at 110 repairs. There may be more.')).toBeVisible();
  await waitFor(() => expect(references()).toHaveLength(110));
  expect(screen.getByRole('button', { name: 'Refresh the list' })).toHaveFocus();
  expect(requests).toHaveLength(2);
});

describe('searching and filtering', () => {
  test('a search asks the server, stands in the address, and shows newest first', async () => {
    const requests = answerCalls(({ url }) => ({
      body: { items: url.searchParams.has('search') ? [second, first] : [first] },
    }));
    const { user, router } = await open('?page=2&cursor=second');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ref{Enter}');
    await screen.findByText('REF-1');
    expect(searches(requests).at(-1)).toBe('?limit=25&search=ref');
    expect(router.state.location.search).toBe('?search=ref');
    expect(references()).toEqual(['REF-0', 'REF-1']);
  });

  test('searching on from a search is one step on the way back', async () => {
    answerCalls(() => ({ body: { items: [first] } }));
    const { user, router } = await open();
    const field = screen.getByRole('searchbox', { name: 'Search' });
    await user.type(field, 're{Enter}');
    await user.type(field, 'f{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?search=ref'));
    await router.navigate(-1);
    await waitFor(() => expect(field).toHaveValue(''));
    expect(router.state.location.search).toBe('');
  });

  test('state and period ask the server together, and back undoes one after the other', async () => {
    const requests = answerCalls(() => ({ body: { items: [first] } }));
    const { user, router } = await open();
    await choose(user, 'Status', 'Fee quoted');
    await choose(user, 'Period', 'This year');
    await waitFor(() => expect(searches(requests).at(-1)).toMatch(/^\?limit=25&from=\d{4}-01-01&state=quoted$/));
    await router.navigate(-1);
    await waitFor(() => expect(filter('Period')).toHaveTextContent('Any time'));
    expect(filter('Status')).toHaveTextContent('Fee quoted');
  });

  test('only admins choose a store', async () => {
    const requests = answerCalls(({ url }) => ({
      body: { items: url.pathname.includes('/stores/') ? [{ storeId: 'UK001', storeName: 'Oxford Street' }] : [first] },
    }));
    signedIn('nuk');
    const { user } = await open();
    expect(filter('Store')).not.toBeInTheDocument();
    act(() => signedIn('nuk', { isAdmin: true }));
    await choose(user, 'Store', /Oxford Street/);
    await waitFor(() => expect(searches(requests).at(-1)).toBe('?limit=25&storeId=UK001'));
  });

  test('where nothing matches it says so, and the filters can be cleared without losing the focus', async () => {
    const requests = answerCalls(({ url }) => ({ body: { items: url.searchParams.has('state') ? [] : [first] } }));
    const { user, router } = await openPage('?state=quoted&size=10');
    expect(await screen.findByText('Nothing matches')).toBeVisible();
    expect(screen.queryByText('No repairs yet')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
    expect(await screen.findByText('REF-0')).toBeVisible();
    expect(router.state.location.search).toBe('?size=10');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    expect(searches(requests)).toHaveLength(2);
  });
});

describe('sorting', () => {
  const items = repairs(
    { storeName: 'Zoo', serialNumber: 'B10' },
    { storeName: 'Éclair', serialNumber: '' },
    { storeName: 'apple', serialNumber: 'B9' },
  );

  test('by a column and back, without asking again', async () => {
    const requests = answerCalls(() => ({ body: { items } }));
    const { user, router } = await open();
    expect(screen.getByRole('columnheader', { name: 'Submitted on' })).toHaveAttribute('aria-sort', 'descending');
    await user.click(screen.getByRole('button', { name: 'Store name' }));
    await waitFor(() => expect(references()).toEqual(['REF-2', 'REF-1', 'REF-0']));
    expect(screen.getByRole('columnheader', { name: 'Store name' })).toHaveAttribute('aria-sort', 'ascending');
    await user.click(screen.getByRole('button', { name: 'Store name' }));
    await waitFor(() => expect(references()).toEqual(['REF-0', 'REF-1', 'REF-2']));
    expect(router.state.location.search).toBe('?sort=-storeName');
    await user.click(screen.getByRole('button', { name: 'Serial number' }));
    await waitFor(() => expect(references()).toEqual(['REF-2', 'REF-0', 'REF-1']));
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['that somebody has chosen', '?sort=serialNumber'],
    ['of a search, which the server sorts by what was found', '?search=1001'],
  ])('says that the order %s is that of the rows shown, where there are more', async (_, address) => {
    answerCalls(() => ({
      body: {
        items: [...items, ...repairs(...Array.from({ length: 22 }, () => ({ id: crypto.randomUUID() })))],
        cursor: 'second',
      },
    }));
    await open(address);
    expect(
      await screen.findByText('Only the rows shown here are sorted. There are more on other pages.'),
    ).toBeVisible();
  });
});

describe('new RMA numbers', () => {
  test('show when the page is looked at again, without a word of loading, and are announced', async () => {
    signedIn('nuk');
    const assigned = { ...first, rma: 'RMA-1', state: 'registered' };
    const requests = answerCalls(() => ({ body: { items: [requests.length > 1 ? assigned : first, second] } }));
    await open();
    const link = await screen.findByRole('link', { name: 'REF-1' });
    link.focus();
    await lookAgain(requests);
    expect(await screen.findByRole('link', { name: 'RMA-1' })).toBeVisible();
    expect(screen.queryByText('Loading repairs…')).not.toBeInTheDocument();
    expect(link).toHaveFocus();
    await waitFor(() => expect(screen.getByText('REF-0: the RMA number is RMA-1.')).toBeInTheDocument());
  });

  test('a refresh that fails, or whose session has run out, changes nothing', async () => {
    signedIn('nuk');
    const requests = answerCalls(() =>
      requests.length > 1 ? refusal('ExpiredToken', 401) : { body: { items: [first] } },
    );
    await open();
    await lookAgain(requests);
    expect(requests).toHaveLength(2);
    expect(screen.getByText('REF-0')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('refreshing by hand asks for the same page again', async () => {
    const requests = answerCalls(() => ({
      body: { items: [repairWith({ rma: requests.length > 1 ? 'RMA-1' : null })] },
    }));
    const { user } = await open();
    await screen.findByText('Pending');
    await user.click(screen.getByRole('button', { name: 'Refresh the list' }));
    expect(await screen.findByText('RMA-1')).toBeVisible();
    expect(searches(requests)).toEqual(['?limit=25', '?limit=25']);
  });
});

describe('the details of a repair', () => {
  const answer = () =>
    answerCalls(({ url }) => ({
      body: url.pathname.endsWith('/repair') ? repairWith({ ...first }) : { items: [first, second] },
    }));

  test('open from the list, which comes back as it was: rows, order and focus', async () => {
    const requests = answer();
    const { user, router } = await open('?sort=storeRefNo&state=submitted');
    const link = await screen.findByRole('link', { name: 'REF-0' });
    await user.click(screen.getByRole('button', { name: 'Preferences' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Preferences' })).toHaveFocus();
    expect(link).toHaveAttribute(
      'href',
      `${paths.submittedRepairs(place)}?${new URLSearchParams({ storeId: first?.storeId ?? '', ref: 'REF-0', id: first?.id ?? '' })}`,
    );
    await user.click(link);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('REF-0');
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /Back/ }));
    await waitFor(() => expect(screen.getByRole('link', { name: 'REF-0' })).toHaveFocus());
    // Nor do preferences come back that were open before.
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(router.state.location.search).toBe('?sort=storeRefNo&state=submitted');
    expect(screen.queryByText('Loading repairs…')).not.toBeInTheDocument();
    // The list is brought up to date behind its own back.
    await waitFor(() => expect(searches(requests)).toHaveLength(2));
  });

  test('lead back to the list as it was, also where the way there is forgotten, as when the language was switched', async () => {
    answer();
    const { user, router } = await open('?sort=storeRefNo&state=submitted');
    await user.click(await screen.findByRole('link', { name: 'REF-0' }));
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('REF-0');
    const { pathname, search } = router.state.location;
    await act(() => router.navigate(pathname + search, { replace: true }));
    await user.click(screen.getByRole('button', { name: /Back/ }));
    expect(await screen.findByRole('link', { name: 'REF-0' })).toBeVisible();
    expect(router.state.location.search).toBe('?sort=storeRefNo&state=submitted');
  });

  test('opened by a link from elsewhere lead back to the whole list', async () => {
    answer();
    const { user, router } = await openPage(
      `?${new URLSearchParams({ storeId: 'UK001', ref: 'REF-0', id: first?.id ?? '' })}`,
    );
    await user.click(await screen.findByRole('button', { name: /Back/ }));
    expect(await screen.findByRole('link', { name: 'REF-1' })).toBeVisible();
    expect(router.state.location.search).toBe('');
  });
});

test('no repairs yet: it says so and leads to the booking', async () => {
  answerCalls(() => ({ body: { items: [] } }));
  await openPage();
  expect(await screen.findByText('No repairs yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Book a repair' })).toHaveAttribute('href', paths.bookRepair(place));
  // There is nothing to search, sort or turn over.
  for (const role of ['searchbox', 'table', 'navigation']) expect(screen.queryByRole(role)).not.toBeInTheDocument();
});

test('a failure is told and can be tried again', async () => {
  const requests = answerCalls(() =>
    requests.length === 1 ? refusal('ServiceUnavailable', 503) : { body: { items: [repairWith()] } },
  );
  const { user } = await openPage();
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy at the moment.');
  // Whether there are any, nobody knows.
  expect(screen.queryByText('No repairs yet')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('REF-1')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Refresh the list' })).toHaveFocus();
});

test.each([
  ['InsufficientAccess', 403],
  ['NotFound', 404],
])('%s: trying again is not offered', async (code, status) => {
  answerCalls(() => refusal(code, status));
  await openPage();
  await screen.findByRole('alert');
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});
