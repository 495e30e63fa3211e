import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { calculateCheckDigit } from '#shared/returns/ean.ts';
import { fillField, readTexts } from '#web/testing/page.tsx';
import {
  answerReturns,
  signInAtMorning,
  ean,
  field,
  item,
  storeDraft,
  buildDraftLines,
  openReturn,
  otherItem,
  enterPurchaseDate,
  purchaseDate,
  reference,
  rows,
  scanLine,
  serialNumber,
  today,
  unfold,
} from '#web/testing/return-booking.tsx';

const getReturnDate = () => field('returnDates').getByRole('textbox');
const getDescription = () => field('entry.productDescription').getByRole('textbox');
const getProductButton = () => field('entry.product').getAllByRole('button')[0] as HTMLElement;
const findLine = (number: number) => document.querySelector<HTMLElement>(`[data-line="${number}"]`);
const findDate = (number: number) => findLine(number)?.querySelector('.line-dates')?.textContent;

const open = async () => {
  answerReturns();
  const { user } = await openReturn();
  return user;
};

beforeEach(signInAtMorning);

test('moves from the EAN to the serial number on Enter, then adds the line', async () => {
  const user = await open();
  await unfold(user);
  await user.type(ean(), `${item.ean}{Enter}`);
  // The first scan waits until its rules are loaded.
  await waitFor(() => expect(serialNumber()).toHaveFocus());
  expect(getProductButton()).toHaveTextContent(item.label);
  expect(getDescription()).toHaveValue(item.label);
  await user.keyboard('xkw1{Enter}');
  expect(ean()).toHaveFocus();
  expect(rows()).toEqual([['1', item.ean, 'XKW1']]);
  expect(findLine(1)).toHaveClass('is-new');
  expect(screen.getByText('1 of 1,000 lines')).toBeVisible();
  for (const input of [ean(), serialNumber(), getDescription()]) expect(input).toHaveValue('');
  await waitFor(() => expect(readTexts(screen.getAllByRole('status'))).toContain(`Line 1 added: ${item.label}, XKW1`));
});

test('applies the shared purchase date to earlier and later lines', async () => {
  const user = await open();
  await scanLine(user, 'AXA1');
  expect(screen.getByText(/^Still missing: .*Purchase date \(all\)/)).toBeVisible();
  await enterPurchaseDate(user);
  expect(ean()).toHaveFocus();
  await scanLine(user, 'AXA2');
  expect([1, 2].map(findDate)).toEqual(['', '']);
  await unfold(user);
  await fillField(user, field('entry.purchaseDate').getByRole('textbox'), '05/11/2026');
  await scanLine(user, 'AXA3');
  expect(findDate(3)).toBe('Purchase date 05/11/2026');
  await user.clear(purchaseDate());
  await enterPurchaseDate(user, '02/11/2026');
  expect([1, 2, 3].map(findDate)).toEqual(['', '', 'Purchase date 05/11/2026']);
  expect(screen.getByText('02/11/2026, 1 other date')).toBeVisible();
});

test('accepts a serial number before its EAN, unless it is doubtful', async () => {
  const user = await open();
  await user.type(serialNumber(), 'AXA1{Enter}');
  expect(ean()).toHaveFocus();
  await user.keyboard(`${item.ean}{Enter}`);
  // The first scan waits until its rules are loaded.
  await waitFor(() => expect(rows()).toEqual([['1', item.ean, 'AXA1']]));
  await fillField(user, serialNumber(), 'NONE{Enter}');
  expect(field('entry.serialNumber').getByText(/^This does not look like a serial number/)).toBeVisible();
  await user.clear(serialNumber());
  await fillField(user, serialNumber(), '---{Enter}');
  expect(field('entry.serialNumber').getByText(/^A serial number consists of letters and digits/)).toBeVisible();
  expect(rows()).toHaveLength(1);
});

test('keeps the product for the next line until another EAN is scanned', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Same product again' }));
  expect(ean()).toHaveFocus();
  await user.keyboard(`${item.ean}{Enter}`);
  // The first scan waits until its rules are loaded.
  await waitFor(() => expect(serialNumber()).toHaveFocus());
  await user.keyboard('AXA1{Enter}');
  expect(ean()).toHaveValue(item.ean);
  expect(serialNumber()).toHaveFocus();
  await user.keyboard(`AXA2{Enter}${otherItem.ean}{Enter}`);
  expect(serialNumber()).toHaveValue('');
  await user.keyboard('AXA3{Enter}');
  expect(rows()).toEqual([
    ['3', otherItem.ean, 'AXA3'],
    ['2', item.ean, 'AXA2'],
    ['1', item.ean, 'AXA1'],
  ]);
});

test('passes a code pasted into a date or the reference to the next line', async () => {
  const user = await open();
  await enterPurchaseDate(user);
  await user.click(purchaseDate());
  await user.paste(item.ean);
  await user.keyboard('{Enter}');
  expect(purchaseDate()).toHaveValue('01/11/2026');
  // The first code of a page loads the rules for codes.
  expect(
    await field('dates').findByText(`“${item.ean}” is now in the next line. This field is unchanged.`),
  ).toBeVisible();
  expect(serialNumber()).toHaveFocus();
  await user.keyboard('AXA1{Enter}');
  await fillField(user, reference(), 'RET-1');
  await user.click(ean());
  await fillField(user, reference(), `${otherItem.ean}{Enter}`);
  expect(reference()).toHaveValue('RET-1');
  await waitFor(() => expect(serialNumber()).toHaveFocus());
  // The code is not taken, because the scan row already has an EAN.
  await fillField(user, purchaseDate(), `${item.ean}{Enter}`);
  expect(await field('dates').findByText(/does not belong here and was not taken/)).toBeVisible();
  expect(purchaseDate()).toHaveValue('01/11/2026');
  expect(ean()).toHaveValue(otherItem.ean);
});

test('shows the form as incomplete while a date is invalid or a line is not added', async () => {
  const user = await open();
  await fillField(user, reference(), 'RET-1');
  await enterPurchaseDate(user);
  await scanLine(user, 'AXA1');
  const queryCompleteNotice = () => screen.queryByText('Everything is filled in.');
  expect(queryCompleteNotice()).toBeVisible();
  await user.type(ean(), '4');
  expect(queryCompleteNotice()).toBeNull();
  expect(screen.getByText('This line has not been added yet. Add it, or clear it.')).toBeVisible();
  await user.clear(ean());
  expect(queryCompleteNotice()).toBeVisible();
  await user.clear(purchaseDate());
  await fillField(user, purchaseDate(), '22/11/2026{Enter}');
  expect(field('dates').getByText('The date must not be in the future.')).toBeVisible();
  expect(queryCompleteNotice()).toBeNull();
});

test('reports an invalid EAN and replaces it with the next scan', async () => {
  const user = await open();
  await user.click(ean());
  for (const [typed, words] of [
    ['12345', 'An EAN has 13 digits, a UPC 12.'],
    [
      item.ean.slice(0, -1) + String((Number(item.ean.at(-1)) + 1) % 10),
      'At least one digit of this EAN is wrong: its check digit does not match.',
    ],
    [`629104150021${calculateCheckDigit('629104150021')}`, 'No product in the catalogue has this EAN.'],
    ['ç(éàà&àààà_é', /^The scanner types with another keyboard layout: set it/],
  ] as const) {
    await user.keyboard(`${typed}{Enter}`);
    expect(field('entry.ean').getByText(words)).toBeVisible();
    expect(ean()).toHaveFocus();
  }
  await user.keyboard(`${item.ean}{Enter}`);
  expect(field('entry.ean').queryByText(/EAN/, { selector: '[class*=error] *' })).toBeNull();
  expect(ean()).toHaveValue(item.ean);
  expect(serialNumber()).toHaveFocus();
});

test('strips prefixes of scanners and labels from EAN and serial number', async () => {
  const user = await open();
  await user.type(ean(), `]E0${item.ean}{Enter}`);
  expect(ean()).toHaveValue(item.ean);
  await user.keyboard('S/N: xkw10000001{Enter}');
  await user.type(ean(), `(01)0${item.ean}{Enter}*XKW10000002*{Enter}`);
  expect(rows()).toEqual([
    ['2', item.ean, 'XKW10000002'],
    ['1', item.ean, 'XKW10000001'],
  ]);
});

test('reports a serial number scanned with another keyboard layout', async () => {
  const user = await open();
  await user.type(ean(), `${item.ean}{Enter}`);
  await user.keyboard('XKZ&àààà_é{Enter}');
  expect(field('entry.serialNumber').getByText(/^The scanner types with another keyboard layout/)).toBeVisible();
  expect(rows()).toEqual([]);
  await user.keyboard('XKW10000082{Enter}');
  expect(rows()).toEqual([['1', item.ean, 'XKW10000082']]);
});

test('rejects the serial number of another line', async () => {
  const user = await open();
  await scanLine(user, 'AXA1');
  await fillField(user, ean(), `${otherItem.ean}{Enter}axa1{Enter}`);
  expect(field('entry.serialNumber').getByText('Line 1 already has this serial number.')).toBeVisible();
  expect(serialNumber()).toHaveFocus();
  expect(rows()).toHaveLength(1);
  await user.keyboard('AXA2{Enter}');
  expect(rows()).toHaveLength(2);
});

test('reports an invalid, future or too old purchase date', async () => {
  const user = await open();
  const queryMessage = (words: RegExp) => field('dates').queryByText(words);
  for (const [typed, words] of [
    ['31/02/2026', /^Please enter a valid date, such as 21\/11\/2026\.$/],
    ['22/11/2026', /^The date must not be in the future\.$/],
    ['21/10/2026', /^Maximum return period is 30 days$/],
  ] as const) {
    await user.clear(purchaseDate());
    await fillField(user, purchaseDate(), typed);
    expect(queryMessage(words)).toBeNull();
    await user.tab();
    expect(queryMessage(words)).toBeVisible();
    await user.clear(purchaseDate());
    await fillField(user, purchaseDate(), `${typed}{Enter}`);
    expect(queryMessage(words)).toBeVisible();
    expect(purchaseDate()).toHaveFocus();
  }
  await user.clear(purchaseDate());
  await enterPurchaseDate(user, '22/10/2026');
  expect(queryMessage(/valid date|future|Maximum/)).toBeNull();
  expect(ean()).toHaveFocus();
});

test('reports all empty fields when an incomplete line is added', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Add line' }));
  for (const name of ['ean', 'serialNumber', 'productDescription'])
    expect(field(`entry.${name}`).getByText('Field is required.')).toBeVisible();
  expect(ean()).toHaveFocus();
  expect(rows()).toEqual([]);
});

test('rejects a line after the thousandth, with a message', async () => {
  storeDraft(buildDraftLines(999));
  const user = await open();
  expect(screen.getByText('999 of 1,000 lines')).toBeVisible();
  await scanLine(user, 'LAST1');
  expect(screen.getByText('1,000 of 1,000 lines')).toBeVisible();
  const fullMessage = 'A return holds no more than 1,000 lines.';
  const findMessage = () => within(screen.getByRole('region', { name: 'Next line' })).getAllByText(fullMessage)[0];
  expect(findMessage()).toBeVisible();
  expect(findMessage()?.closest('[class*=type-error]')).toBeNull();
  await fillField(user, ean(), `${item.ean}{Enter}`);
  await user.keyboard('MORE1{Enter}');
  expect(screen.getByText('1,000 of 1,000 lines')).toBeVisible();
  // The scanned line stays in the form and can be added once another line is removed.
  expect(serialNumber()).toHaveValue('MORE1');
  expect(findMessage()?.closest('[class*=type-error]')).toBeVisible();
  await waitFor(() => expect(readTexts(screen.getAllByRole('status'))).toContain(fullMessage));
});

test('updates the default return date after midnight, but not a typed one', async () => {
  vi.setSystemTime(new Date(`${today}T23:59:00Z`));
  const user = await open();
  expect(getReturnDate()).toHaveValue('21/11/2026');
  await scanLine(user, 'LATE1');
  vi.setSystemTime(new Date('2026-11-22T00:00:20Z'));
  window.dispatchEvent(new Event('focus'));
  await waitFor(() => expect(getReturnDate()).toHaveValue('22/11/2026'));
  await scanLine(user, 'EARLY1');
  expect([1, 2].map(findDate)).toEqual(['Return date 21/11/2026', '']);
  await user.clear(getReturnDate());
  await user.paste('20/11/2026');
  vi.setSystemTime(new Date('2026-11-23T00:00:20Z'));
  window.dispatchEvent(new Event('focus'));
  await user.click(ean());
  expect(getReturnDate()).toHaveValue('20/11/2026');
});

test('accepts the product’s bar code as serial number only by button', async () => {
  const user = await open();
  await fillField(user, ean(), `${item.ean}{Enter}`);
  await user.keyboard(`${item.ean}{Enter}`);
  expect(field('entry.serialNumber').getByText(/^This is the bar code of the product/)).toBeVisible();
  expect(serialNumber()).toHaveFocus();
  expect(rows()).toEqual([]);
  await user.keyboard(`${item.ean}{Enter}`);
  expect(rows()).toEqual([]);
  expect(serialNumber()).toHaveValue(item.ean);
  await user.click(screen.getByRole('button', { name: 'Add line' }));
  expect(rows()).toEqual([['1', item.ean, item.ean]]);
});

test('clears the description for an unknown EAN unless edited', async () => {
  const user = await open();
  await unfold(user);
  await fillField(user, ean(), `${item.ean}{Enter}`);
  await user.clear(ean());
  await fillField(user, ean(), '4006381333931{Enter}');
  expect(getDescription()).toHaveValue('');
  await user.clear(ean());
  await fillField(user, ean(), `${item.ean}{Enter}`);
  await user.clear(getDescription());
  await user.type(getDescription(), 'Red one');
  await user.clear(ean());
  await fillField(user, ean(), '4006381333931{Enter}');
  expect(getDescription()).toHaveValue('Red one');
});
