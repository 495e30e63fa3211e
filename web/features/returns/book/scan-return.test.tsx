import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fillField } from '#web/testing/page.tsx';
import {
  answerReturns,
  ean,
  enterPurchaseDate,
  field,
  item,
  openReturn,
  otherItem,
  reference,
  rows,
  serialNumber,
  signInAtMorning,
} from '#web/testing/return-booking.tsx';
import { scan } from '#web/testing/scanner.ts';

const open = async () => {
  answerReturns();
  const { user } = await openReturn();
  await screen.findByText('Ready to scan');
  return user;
};
const getScannerBar = () => screen.getByRole('region', { name: 'Scanner' });

beforeEach(signInAtMorning);

test('adds lines by EAN and serial number, wherever the focus is', async () => {
  const user = await open();
  await enterPurchaseDate(user);
  screen.getByRole('checkbox', { name: 'Same product again' }).focus();
  await scan(item.ean);
  expect(getScannerBar()).toHaveTextContent(`EAN ${item.ean}`);
  expect(serialNumber()).toHaveFocus();
  await fillField(user, reference(), 'RET-1');
  await scan('XKW70001000132');
  expect(reference()).toHaveValue('RET-1');
  expect(ean()).toHaveFocus();
  await scan(otherItem.ean);
  await scan('SERIAL-20-B');
  expect(rows()).toEqual([
    ['2', otherItem.ean, 'SERIAL-20-B'],
    ['1', item.ean, 'XKW70001000132'],
  ]);
});

test('adds a line from a single bar code with both EAN and serial number', async () => {
  await open();
  await scan(`]d201${item.ean.padStart(14, '0')}10LOT7\u001D21XKW70001000132`);
  await waitFor(() => expect(rows()).toEqual([['1', item.ean, 'XKW70001000132']]));
});

test('rejects a duplicate serial number, marks its line, and waits for another', async () => {
  await open();
  for (const code of [item.ean, 'XKW70001000132', otherItem.ean, 'XKW70001000132']) await scan(code);
  expect(getScannerBar()).toHaveTextContent('Line 1 already has this serial number.');
  await waitFor(() => expect(document.querySelector('[data-line="1"]')).toHaveClass('is-marked'));
  expect(serialNumber()).toHaveFocus();
  expect(serialNumber()).toHaveValue('');
  await scan('KEY70001001009');
  expect(rows()).toEqual([
    ['2', otherItem.ean, 'KEY70001001009'],
    ['1', item.ean, 'XKW70001000132'],
  ]);
  expect(document.querySelector('.is-marked')).toBeNull();
});

test('undoes the last scans one by one', async () => {
  const user = await open();
  for (const code of [item.ean, 'XKW70001000132', otherItem.ean]) await scan(code);
  await user.keyboard('{Control>}z{/Control}');
  expect(ean()).toHaveValue('');
  await user.keyboard('{Control>}z{/Control}');
  expect(rows()).toEqual([]);
  expect(ean()).toHaveValue(item.ean);
  expect(serialNumber()).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Undo last scan' }));
  expect(ean()).toHaveValue('');
  expect(screen.queryByRole('button', { name: 'Undo last scan' })).toBeNull();
});

test('needs only serial numbers while the product is kept', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Same product again' }));
  for (const code of [item.ean, 'SERIAL-1', 'SERIAL-2', otherItem.ean, 'SERIAL-3']) await scan(code);
  expect(rows()).toEqual([
    ['3', otherItem.ean, 'SERIAL-3'],
    ['2', item.ean, 'SERIAL-2'],
    ['1', item.ean, 'SERIAL-1'],
  ]);
});

test('says at the fields what to scan next', async () => {
  const user = await open();
  expect(ean()).toHaveAttribute('placeholder', 'Scan the product');
  expect(serialNumber()).toHaveAttribute('placeholder', 'Then its serial number');
  await user.click(screen.getByRole('checkbox', { name: 'Same product again' }));
  expect(serialNumber()).toHaveAttribute('placeholder', 'Then its serial number');
  await scan(item.ean);
  expect(serialNumber()).toHaveAttribute('placeholder', 'Scan the next one');
  expect(serialNumber()).toHaveAccessibleDescription('Another EAN, another product.');
});

test('rejects the EAN of another product while a serial number is missing', async () => {
  await open();
  await scan(item.ean);
  await scan(otherItem.ean);
  expect(getScannerBar()).toHaveTextContent(/^This is the bar code of the product/);
  await scan('SERIAL-1');
  expect(rows()).toEqual([['1', item.ean, 'SERIAL-1']]);
  await scan(item.ean);
  screen.getByRole('checkbox', { name: 'Same product again' }).focus();
  await scan(item.ean);
  screen.getByRole('checkbox', { name: 'Same product again' }).focus();
  await scan(otherItem.ean);
  expect(getScannerBar()).toHaveTextContent(
    `Scan the serial number of ${item.label} first: “${otherItem.ean}” was not taken.`,
  );
  expect(ean()).toHaveValue(item.ean);
  expect(serialNumber()).toHaveValue('');
});

test('asks for the field of a code that is no EAN', async () => {
  const user = await open();
  screen.getByRole('checkbox', { name: 'Same product again' }).focus();
  await scan('HELLO-2026');
  await user.click(screen.getByRole('button', { name: 'Store return reference number' }));
  expect(reference()).toHaveValue('HELLO-2026');
});

test('enters today’s date with one key', async () => {
  const user = await open();
  await fillField(user, field('dates').getByRole('textbox'), '{t}');
  await scan(item.ean);
  await scan('SERIAL-1');
  expect(field('dates').getByRole('textbox')).toHaveValue('21/11/2026');
});
