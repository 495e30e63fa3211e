import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '#shared/config/limits.ts';
import { choose, signInAs } from '#web/testing/page.tsx';
import { collectRenders } from '#web/testing/renders.ts';
import {
  answerReturns,
  signInAtMorning,
  ean,
  field,
  item,
  storeDraft,
  buildDraftLines,
  openReturn,
  purchaseDate,
  reference,
  rows,
  scanLine,
  serialNumber,
  submit,
  unfold,
} from '#web/testing/return-booking.tsx';

const open = async (answers: Parameters<typeof answerReturns>[0] = {}) => {
  const server = answerReturns(answers);
  const { user } = await openReturn();
  return { ...server, user };
};

const findRow = (key: number) => {
  const rowElement = document.querySelector<HTMLElement>(`[data-line="${key}"]`);
  if (!rowElement) throw new Error(`Line ${key} is not shown.`);
  return rowElement;
};
const getButton = (name: string) => screen.getByRole('button', { name });
const earlierReturn = {
  serialNumber: 'S2',
  storeRefNo: 'OLD-7',
  id: '3f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a77',
  createdAt: '2026-05-12T10:00:00.000Z',
};
const futurePurchase = { purchaseDate: '2026-12-01' };

beforeEach(signInAtMorning);

test('shows lines page by page, newest first', async () => {
  storeDraft(buildDraftLines(1000));
  const { user } = await open();
  expect(rows()).toHaveLength(50);
  expect(rows()[0]).toEqual(['1000', item.ean, 'S1000']);
  expect(screen.getByText('Page 1 of 20')).toBeVisible();
  await user.click(getButton('Next page'));
  expect(rows()[0]?.[0]).toBe('950');
  await user.click(getButton('Previous page'));
  expect(rows()[0]?.[0]).toBe('1000');
});

describe('with a thousand lines', () => {
  const openWithLoadedLines = async () => {
    storeDraft(buildDraftLines(1000));
    const { user } = await open({ sentBefore: [{ ...earlierReturn, serialNumber: 'S1000' }] });
    // Waits for both responses, because the note becomes a link when the store has loaded.
    await screen.findByRole('link', { name: /^Already returned/ });
    return user;
  };
  /** Returns the numbers of the lines whose rows render while `action` runs. */
  const findRenderedLines = async (action: () => Promise<unknown>) => {
    const rendered = await collectRenders(action);
    return [
      ...new Set(rendered.flatMap((element) => element.closest<HTMLElement>('[data-line]')?.dataset['line'] ?? [])),
    ];
  };

  test('renders no row when a field or checkbox changes', async () => {
    const user = await openWithLoadedLines();
    await unfold(user);
    const inputs = [
      reference(),
      ean(),
      purchaseDate(),
      serialNumber(),
      field('entry.productDescription').getByRole('textbox'),
    ];
    for (const input of inputs) expect(await findRenderedLines(() => user.type(input, '9'))).toEqual([]);
    const keepsProduct = screen.getByRole('checkbox', { name: 'Same product again' });
    expect(await findRenderedLines(() => user.click(keepsProduct))).toEqual([]);
  });

  test('renders only the row of a changed line', async () => {
    const user = await openWithLoadedLines();
    const edit = () => user.click(getButton('Edit line 990'));
    const editSerial = async () => {
      await edit();
      await user.type(field('line.serialNumber').getByRole('textbox'), '-B');
    };
    expect(await findRenderedLines(editSerial)).toEqual([]);
    expect(await findRenderedLines(() => user.click(getButton('Save line')))).toEqual(['990']);
  });
});

test('blocks submit until an edited line is saved or canceled', async () => {
  storeDraft(buildDraftLines(60));
  const { user, bookings } = await open();
  await user.click(getButton('Edit line 60'));
  await user.type(field('line.serialNumber').getByRole('textbox'), '-B');
  await user.click(getButton('Next page'));
  expect(field('line.serialNumber').getByRole('textbox')).toHaveValue('S60-B');
  await user.click(getButton('Edit line 3'));
  expect(screen.getAllByText('Line 60 is still being edited. Save or cancel the changes.')[0]).toBeVisible();
  expect(field('line.serialNumber').getByRole('textbox')).toHaveValue('S60-B');
  await submit(user);
  expect(bookings()).toEqual([]);
  await user.click(getButton('Save line'));
  expect(rows()[0]).toEqual(['60', item.ean, 'S60-B']);
  await user.click(getButton('Edit line 60'));
  await user.type(field('line.serialNumber').getByRole('textbox'), 'XX');
  await user.click(getButton('Cancel'));
  expect(rows()[0]).toEqual(['60', item.ean, 'S60-B']);
  expect(getButton('Edit line 60')).toHaveFocus();
});

test('moves the focus after removing a line, and undoes the removal', async () => {
  storeDraft(buildDraftLines(3));
  const { user } = await open();
  await user.click(getButton('Remove line 2'));
  expect(rows().map(([, , serial]) => serial)).toEqual(['S3', 'S1']);
  expect(findRow(1)).toContainElement(document.activeElement as HTMLElement);
  expect(screen.getAllByText('Line 2 (S2) removed.')[0]).toBeVisible();
  await user.click(getButton('Undo'));
  expect(rows().map(([, , serial]) => serial)).toEqual(['S3', 'S2', 'S1']);
  expect(findRow(2)).toContainElement(document.activeElement as HTMLElement);
  for (const lineNumber of [3, 2, 1]) await user.click(getButton(`Remove line ${lineNumber}`));
  expect(ean()).toHaveFocus();
});

test('starts the next return without an open edit or undo', async () => {
  storeDraft(buildDraftLines(3));
  const { user } = await open();
  await user.click(getButton('Remove line 2'));
  await user.click(getButton('Edit line 1'));
  await submit(user);
  await screen.findByRole('heading', { name: /is booked/ });
  await user.click(getButton('Book the next return'));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await scanLine(user, 'AXA1');
  expect(rows()).toEqual([['1', item.ean, 'AXA1']]);
});

test('counts, filters and navigates to lines with problems', async () => {
  storeDraft(buildDraftLines(120, (index) => (index === 9 || index === 99 ? futurePurchase : {})));
  const { user, bookings } = await open();
  expect(screen.getByText('2 lines have problems. Please correct them first.')).toBeVisible();
  await submit(user);
  await user.click(screen.getByRole('link', { name: 'Some lines have to be corrected.' }));
  expect(getButton('Go to line 10')).toHaveFocus();
  expect(bookings()).toEqual([]);
  await user.keyboard('{Enter}');
  expect(getButton('Edit line 10')).toHaveFocus();
  expect(within(findRow(10)).getByText('The date must not be in the future.')).toBeVisible();
  expect(screen.getByText('Page 3 of 3')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Show/ }));
  await user.click(await screen.findByRole('option', { name: /Only lines with problems/ }));
  expect(rows().map(([number]) => number)).toEqual(['100', '10']);
  for (const line of [100, 10]) {
    await user.click(getButton(`Edit line ${line}`));
    const date = field('line.purchaseDate').getByRole('textbox');
    expect(date).toHaveFocus();
    await user.clear(date);
    await user.type(date, '01/11/2026{Enter}');
  }
  expect(screen.queryByText(/have problems|has a problem/)).toBeNull();
  expect(screen.getByText('Page 3 of 3')).toBeVisible();
  expect(getButton('Edit line 10')).toHaveFocus();
});

test('reports a product that is no longer in the catalogue', async () => {
  storeDraft(buildDraftLines(1, () => ({ product: 'long-gone' })));
  await open();
  expect(
    within(findRow(1)).getByText('This product is not in the catalogue. Please choose another one.'),
  ).toBeVisible();
});

test('shows an earlier return of a serial number without blocking submit', async () => {
  storeDraft(buildDraftLines(3));
  const olderReturn = { ...earlierReturn, storeRefNo: 'OLDEST', createdAt: '2025-05-12T10:00:00.000Z' };
  const { user, bookings } = await open({ sentBefore: [earlierReturn, olderReturn] });
  const note = await screen.findByRole('link', { name: /^Already returned: OLD-7, 12\/05\/2026/ });
  expect(findRow(2)).toContainElement(note);
  await waitFor(() =>
    expect(note).toHaveAttribute('href', `/UK/nuk/returns/submitted?storeId=UK001&ref=OLD-7&id=${earlierReturn.id}`),
  );
  expect(note).toHaveAttribute('target', '_blank');
  await submit(user);
  await waitFor(() => expect(bookings()).toHaveLength(1));
});

test('requests each serial number once, in batches', async () => {
  storeDraft(buildDraftLines(limits.serialNumbersPerLookup * 2 + 1));
  const { user, serialNumberLookups } = await open();
  await waitFor(() =>
    expect(serialNumberLookups().map(({ serialNumbers }) => serialNumbers.length)).toEqual([
      limits.serialNumbersPerLookup,
      limits.serialNumbersPerLookup,
      1,
    ]),
  );
  await scanLine(user, 'one-more-1');
  await waitFor(() => expect(serialNumberLookups()).toHaveLength(4));
  expect(serialNumberLookups()[3]).toEqual({ serialNumbers: ['ONE-MORE-1'] });
});

test('requests serial numbers per store, only after an admin chose one', async () => {
  signInAs('nuk', { isAdmin: true, hasReturns: true });
  storeDraft(buildDraftLines(2), { storeId: '' });
  const { user, serialNumberLookups } = await open();
  expect(serialNumberLookups()).toEqual([]);
  for (const store of [/Princes Street/, /Oxford Street/]) await choose(user, 'storeId', store);
  await waitFor(() => expect(serialNumberLookups().map(({ storeId }) => storeId)).toEqual(['UK002', 'UK001']));
});

test('retries a failed serial number request with the next line', async () => {
  storeDraft(buildDraftLines(1));
  let isUp = false;
  const server = answerReturns();
  const fetchFromServer = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    isUp || !path.endsWith('/serial-numbers') ? fetchFromServer(path, init) : Response.json({}, { status: 503 }),
  );
  const { user } = await openReturn();
  await act(async () => undefined);
  expect(screen.queryByText(/Internal server error|busy/)).toBeNull();
  isUp = true;
  await scanLine(user, 'AXA1');
  await waitFor(() => expect(server.serialNumberLookups()).toEqual([{ serialNumbers: ['S1', 'AXA1'] }]));
});
