import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { apiError } from '#web/testing/auth.ts';
import { answerCalls, signInAs } from '#web/testing/page.tsx';
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

// Tested with repairs; returns use the same page.
const [first, second] = buildRepairSummaries({}, {});

describe('pages', () => {
  test('requests the next page with its cursor and updates the URL', async () => {
    const requests = answerCalls(({ url }) =>
      url.searchParams.get('cursor') === 'second'
        ? { body: { items: [second] } }
        : {
            body: {
              items: buildRepairSummaries(...Array.from({ length: 25 }, () => ({ storeRefNo: 'REF-0' }))),
              cursor: 'second',
            },
          },
    );
    const { user, router } = await open();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('REF-1');
    expect(router.state.location.search).toBe('?page=2&cursor=second');
    expect(screen.getByText('Page 2')).toBeVisible();
    const nextButton = screen.getByRole('button', { name: 'Next page' });
    expect(nextButton).toHaveAttribute('aria-disabled', 'true');
    expect(nextButton).toHaveAccessibleDescription('This is the last page.');
    expect(nextButton).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await screen.findAllByText('REF-0');
    expect(router.state.location.search).toBe('');
    expect(listSearches(requests)).toEqual(['?limit=25', '?limit=25&cursor=second', '?limit=25']);
  });

  test('opens a bookmarked page at its cursor, without a previous page', async () => {
    const requests = answerCalls(() => ({ body: { items: [second] } }));
    const { user, router } = await open('?size=10&page=5&cursor=fifth&state=quoted');
    expect(listSearches(requests)).toEqual(['?limit=10&state=quoted&cursor=fifth']);
    expect(screen.getByRole('button', { name: 'Previous page' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('button', { name: 'First page' }));
    expect(router.state.location.search).toBe('?size=10&state=quoted');
  });

  test('goes to the first page when the server rejects a cursor', async () => {
    answerCalls(({ url }) =>
      url.searchParams.has('cursor') ? apiError('InvalidParameterException', 400) : { body: { items: [first] } },
    );
    const { router } = await open('?state=quoted&page=2&cursor=forged');
    expect(await screen.findByText('REF-0')).toBeVisible();
    expect(router.state.location.search).toBe('?state=quoted');
  });

  test('stores page size and density per user and resets the page', async () => {
    signInAs('nuk');
    const requests = answerCalls(() => ({ body: { items: [first] } }));
    const { user, router } = await open('?page=2&cursor=second');
    const isCompact = () => findRow('REF-0')?.closest('.data-table')?.classList.contains('is-compact');
    expect(isCompact()).toBe(false);
    await changePreferences(user, async (dialog) => {
      await user.click(within(within(dialog).getByRole('radiogroup')).getByRole('radio', { name: '50' }));
      await user.click(within(dialog).getByRole('checkbox', { name: /Compact mode/ }));
    });
    await waitFor(() => expect(listSearches(requests).at(-1)).toBe('?limit=50'));
    expect(router.state.location.search).toBe('?size=50');
    cleanup();
    await open();
    expect(listSearches(requests).at(-1)).toBe('?limit=50');
    expect(isCompact()).toBe(true);
    // Another user of the same till has separate preferences.
    cleanup();
    signInAs('nuk', { name: 'kim' });
    await open();
    expect(isCompact()).toBe(false);
  });
});

test('shows the progress of loading all rows, which the user can stop', async () => {
  const items = buildRepairSummaries(...Array.from({ length: 110 }, () => ({ id: crypto.randomUUID() })));
  const requests = answerCalls(({ url }) =>
    url.searchParams.has('cursor') ? new Promise(() => undefined) : { body: { items, cursor: 'next' } },
  );
  const { user } = await openPage('?size=all');
  expect(await screen.findByText('110 repairs so far')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stop loading' }));
  expect(await screen.findByText('Loading was stopped at 110 repairs. There may be more.')).toBeVisible();
  await waitFor(() => expect(readReferences()).toHaveLength(110));
  expect(screen.getByRole('button', { name: 'Refresh the list' })).toHaveFocus();
  expect(requests).toHaveLength(2);
});

describe('search and filters', () => {
  test.each([
    [1280, 'Filter: RMA, reference, serial no.'],
    [375, 'Filter'],
  ])('says in a window of %i px what the search field is for', async (width, hint) => {
    vi.stubGlobal('innerWidth', width);
    answerCalls(() => ({ body: { items: [first] } }));
    await open();
    expect(screen.getByRole('searchbox', { name: 'Filter this list' })).toHaveAttribute('placeholder', hint);
    vi.unstubAllGlobals();
  });

  test('puts a search into the URL without extra history entries', async () => {
    const requests = answerCalls(({ url }) => ({
      body: { items: url.searchParams.has('search') ? [second, first] : [first] },
    }));
    const { user, router } = await open('?page=2&cursor=second');
    const field = screen.getByRole('searchbox', { name: 'Filter this list' });
    await user.type(field, 're{Enter}');
    await user.type(field, 'f{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?search=ref'));
    await screen.findByText('REF-1');
    expect(listSearches(requests).at(-1)).toBe('?limit=25&search=ref');
    expect(readReferences()).toEqual(['REF-0', 'REF-1']);
    await router.navigate(-1);
    await waitFor(() => expect(field).toHaveValue(''));
    expect(router.state.location.search).toBe('?page=2&cursor=second');
  });

  test('combines state and period, and Back removes them one by one', async () => {
    const requests = answerCalls(() => ({ body: { items: [first] } }));
    const { user, router } = await open();
    await choose(user, 'Status', 'Fee quoted');
    await choose(user, 'Period', 'This year');
    await waitFor(() => expect(listSearches(requests).at(-1)).toMatch(/^\?limit=25&from=\d{4}-01-01&state=quoted$/));
    await router.navigate(-1);
    await waitFor(() => expect(queryFilterButton('Period')).toHaveTextContent('Any time'));
    expect(queryFilterButton('Status')).toHaveTextContent('Fee quoted');
  });

  test('offers the store filter to admins only', async () => {
    const requests = answerCalls(({ url }) => ({
      body: { items: url.pathname.includes('/stores/') ? [{ storeId: 'UK001', storeName: 'Oxford Street' }] : [first] },
    }));
    signInAs('nuk');
    const { user } = await open();
    expect(queryFilterButton('Store')).not.toBeInTheDocument();
    act(() => signInAs('nuk', { isAdmin: true }));
    await choose(user, 'Store', /Oxford Street/);
    await waitFor(() => expect(listSearches(requests).at(-1)).toBe('?limit=25&storeId=UK001'));
  });

  test('offers to clear filters that match nothing', async () => {
    const requests = answerCalls(({ url }) => ({ body: { items: url.searchParams.has('state') ? [] : [first] } }));
    const { user, router } = await openPage('?state=quoted&size=10');
    expect(await screen.findByText('Nothing matches')).toBeVisible();
    expect(screen.queryByText('No repairs yet')).not.toBeInTheDocument();
    expect(screen.getByText('Filters: Status: Fee quoted.')).toBeVisible();
    for (const name of ['Export', 'Preferences', 'Next page'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Book a repair' })).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
    expect(await screen.findByText('REF-0')).toBeVisible();
    expect(router.state.location.search).toBe('?size=10');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    expect(listSearches(requests)).toHaveLength(2);
  });
});

test('names the searched fields and filters if nothing matches, and offers to search without filters', async () => {
  const requests = answerCalls(({ url }) => ({ body: { items: url.searchParams.has('state') ? [] : [first] } }));
  const { user, router } = await openPage('?search=4711&state=quoted&from=2026-01-05&to=2026-01-06');
  expect(await screen.findByText('Nothing matches “4711”')).toBeVisible();
  expect(
    screen.getByText(
      'RMA number, reference and serial number were searched. Filters: Status: Fee quoted, Period: 05/01/2026 – 06/01/2026.',
    ),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Search all repairs' }));
  expect(await screen.findByText('REF-0')).toBeVisible();
  expect(router.state.location.search).toBe('?search=4711');
  expect(screen.getByRole('searchbox')).toHaveFocus();
  expect(requests).toHaveLength(2);
});

test('shows the number of rows next to the title', async () => {
  answerCalls(() => ({ body: { items: [first] } }));
  await open();
  expect(screen.getByRole('heading', { name: 'Submitted repairs' }).nextElementSibling).toHaveTextContent(/^1 repair$/);
});

describe('sorting', () => {
  const items = buildRepairSummaries({ storeName: 'Zoo' }, { storeName: 'Éclair' }, { storeName: 'apple' });

  test('toggles the order of a column without a request', async () => {
    const requests = answerCalls(() => ({ body: { items } }));
    const { user, router } = await open();
    expect(screen.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'descending');
    await user.click(screen.getByRole('button', { name: 'Store name' }));
    await waitFor(() => expect(readReferences()).toEqual(['REF-2', 'REF-1', 'REF-0']));
    expect(screen.getByRole('columnheader', { name: 'Store name' })).toHaveAttribute('aria-sort', 'ascending');
    await user.click(screen.getByRole('button', { name: 'Store name' }));
    await waitFor(() => expect(readReferences()).toEqual(['REF-0', 'REF-1', 'REF-2']));
    expect(router.state.location.search).toBe('?sort=-storeName');
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['chosen by the user', '?sort=serialNumber'],
    ['of a search', '?search=1001'],
  ])('notes that the order %s applies to the shown rows only', async (_, path) => {
    answerCalls(() => ({
      body: {
        items: [...items, ...buildRepairSummaries(...Array.from({ length: 22 }, () => ({ id: crypto.randomUUID() })))],
        cursor: 'second',
      },
    }));
    await open(path);
    expect(
      await screen.findByText('Only the rows shown here are sorted. There are more on other pages.'),
    ).toBeVisible();
  });
});

test('shows a failure and retries it', async () => {
  const requests = answerCalls(() =>
    requests.length === 1 ? apiError('ServiceUnavailable', 503) : { body: { items: [first] } },
  );
  const { user } = await openPage();
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy at the moment.');
  // The empty state must not be shown, because it is unknown whether there are any.
  expect(screen.queryByText('No repairs yet')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('REF-0')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Refresh the list' })).toHaveFocus();
});

test.each([
  ['InsufficientAccess', 403],
  ['NotFound', 404],
])('offers no retry for %s', async (code, status) => {
  answerCalls(() => apiError(code, status));
  await openPage();
  await screen.findByRole('alert');
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});
