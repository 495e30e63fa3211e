import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { returnItems } from '#shared/catalogue/returns.ts';
import { issueKeys } from '#shared/repairs/content.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { keyShortcutsName } from '#web/browser/key-shortcuts.ts';
import { browserMemory } from '#web/browser/memory.ts';
import { answerCalls, fillField, signInAs, readTexts } from '#web/testing/page.tsx';
import { field, openBooking, reference, serialNumber } from '#web/testing/repair-booking.tsx';
import { scan } from '#web/testing/scanner.ts';

const deviceSerialNumber = 'XAW10075273469';
const otherSerialNumber = 'XKW70001000132';
const consoleEan = returnItems.find(({ key }) => key === 'switch-lite-coral')?.ean ?? '';
const gameEan = returnItems.find(({ category }) => category === 'game')?.ean ?? '';

const answer = (bookedRepairs: readonly ReturnType<typeof buildRepair>[] = []) =>
  answerCalls(({ method, body }) =>
    method === 'POST'
      ? { status: 201, body: buildRepair({ ...body, id: String(body?.['id']) }) }
      : { body: { repairs: bookedRepairs, returns: [], hasMore: false } },
  );

const getProductButton = () => field('product').getAllByRole('button')[0];
const getIssueButton = () => field('issue').getAllByRole('button')[0];
const getPurchaseDate = () => field('purchaseDate').getByRole('textbox');
const getScannerBar = () => screen.getByRole('region', { name: 'Scanner' });
const openReady = async () => {
  const page = await openBooking();
  await screen.findByText('Ready to scan');
  return page;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') });
  signInAs('nuk');
});

test('books a repair by scans and keys, and starts the next one by a scan', async () => {
  const requests = answer([buildRepair({ serialNumber: deviceSerialNumber, product: 'switch-lite' })]);
  const { user } = await openReady();
  await scan(deviceSerialNumber);
  expect(await screen.findByText('Booked before with this serial number: Nintendo Switch Lite')).toBeVisible();
  await waitFor(() => expect(getProductButton()).toHaveFocus());
  await user.keyboard('a');
  await waitFor(() => expect(getIssueButton()).toHaveFocus());
  expect(getProductButton()).toHaveTextContent('Nintendo Switch Lite');
  await user.keyboard('2');
  await waitFor(() => expect(getPurchaseDate()).toHaveFocus());
  await user.keyboard('1503');
  await scan('2001-0026');
  await waitFor(() => expect(screen.getByRole('checkbox', { name: /The customer is present/ })).toHaveFocus());
  expect(getPurchaseDate()).toHaveValue('15/03/2026');
  expect(reference()).toHaveValue('2001-0026');
  await user.keyboard('1');
  await waitFor(() => expect(screen.getByRole('checkbox', { name: /accepts the terms/ })).toHaveFocus());
  expect(readTexts(screen.getAllByRole('status'))).toContain('The customer is present and agrees to this booking.');
  await user.keyboard('2');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Book repair' })).toHaveFocus());
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('heading', { name: 'Repair 2001-0026 is booked' })).toBeVisible();
  expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
    serialNumber: deviceSerialNumber,
    product: 'switch-lite',
    issue: issueKeys[1],
    purchaseDate: '2026-03-15',
    storeRefNo: '2001-0026',
    customerPresence: true,
    termsAcceptance: true,
  });
  await scan(otherSerialNumber);
  await waitFor(() => expect(serialNumber()).toHaveValue(otherSerialNumber));
  expect(reference()).toHaveValue('');
});

test('moves a scan from another field to its own, but leaves it in the description', async () => {
  answer();
  const { user } = await openReady();
  await fillField(user, reference(), 'REF-1');
  await scan(deviceSerialNumber);
  await waitFor(() => expect(serialNumber()).toHaveValue(deviceSerialNumber));
  expect(reference()).toHaveValue('REF-1');
  expect(getScannerBar()).toHaveTextContent(`Serial number ${deviceSerialNumber}`);
  const description = screen.getByRole('textbox', { name: /Detailed description/ });
  await fillField(user, description, 'See ');
  await scan(otherSerialNumber);
  expect(description).toHaveValue(`See ${otherSerialNumber}`);
  expect(serialNumber()).toHaveValue(deviceSerialNumber);
});

test('asks for the field of an unknown code, and before replacing a serial number', async () => {
  answer();
  const { user } = await openReady();
  getProductButton()?.focus();
  await scan('HELLO-2026');
  expect(await screen.findByText('Where does “HELLO-2026” belong?')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Store reference number' }));
  expect(reference()).toHaveValue('HELLO-2026');
  await fillField(user, serialNumber(), deviceSerialNumber);
  getProductButton()?.focus();
  await scan(otherSerialNumber);
  expect(await screen.findByRole('button', { name: `Serial number instead of “${deviceSerialNumber}”` })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(getProductButton()).toHaveFocus();
  expect(serialNumber()).toHaveValue(deviceSerialNumber);
});

test('suggests the product of an EAN, or reports that there is none', async () => {
  answer();
  const { user } = await openReady();
  await scan(deviceSerialNumber);
  await waitFor(() => expect(getProductButton()).toHaveFocus());
  await scan(gameEan);
  expect(await screen.findByText(/No product for repair is known under the EAN/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await scan(`01${consoleEan.padStart(14, '0')}21${deviceSerialNumber}`);
  await waitFor(() =>
    expect(document.querySelector('.product-suggestion')).toHaveTextContent(
      'According to the EAN: Nintendo Switch Lite',
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(getProductButton()).toHaveTextContent('Nintendo Switch Lite');
  expect(screen.queryByText(/According to the EAN/, { selector: '.product-suggestion' })).toBeNull();
});

test('rejects an RMA number, and accepts a scan that ends with Tab', async () => {
  answer();
  await openReady();
  getProductButton()?.focus();
  await scan('UK50009876');
  expect(await screen.findByText(/“UK50009876” is an RMA number/)).toBeVisible();
  expect(reference()).toHaveValue('');
  await scan(deviceSerialNumber, 'Tab');
  await waitFor(() => expect(serialNumber()).toHaveValue(deviceSerialNumber));
});

/** Records the frequencies that the page plays, in hertz. */
const listenForTones = () => {
  const tones: number[] = [];
  const node = () => ({ gain: { value: 0 }, connect: () => undefined });
  class AudioContext {
    currentTime = 0;
    createGain = node;
    createOscillator = () => {
      const frequency = {
        set value(hertz: number) {
          tones.push(hertz);
        },
      };
      return { ...node(), frequency, start: () => undefined, stop: () => undefined };
    };
  }
  vi.stubGlobal('AudioContext', AudioContext);
  return tones;
};

test('announces each scan, with rising tones if it is accepted and falling tones otherwise', async () => {
  answer();
  const tones = listenForTones();
  const { user } = await openReady();
  await scan(deviceSerialNumber);
  await waitFor(() =>
    expect(readTexts(screen.getAllByRole('status'))).toContain(`Serial number ${deviceSerialNumber}`),
  );
  expect(tones.splice(0)).toEqual([660, 990]);
  await scan(otherSerialNumber);
  await within(getScannerBar()).findByRole('button', { name: 'Discard' });
  expect(tones.splice(0)).toEqual([330, 220]);
  await user.click(screen.getByRole('button', { name: 'Sound of the scanner' }));
  await scan(deviceSerialNumber);
  await waitFor(() => expect(within(getScannerBar()).getByText(`Serial number ${deviceSerialNumber}`)).toBeVisible());
  expect(tones).toEqual([]);
});

test('ignores the ? key if key shortcuts are switched off', async () => {
  answer();
  browserMemory.set(keyShortcutsName, 'off');
  const { user } = await openReady();
  getProductButton()?.focus();
  await user.keyboard('?');
  await user.click(screen.getByRole('button', { name: 'All keys' }));
  await screen.findByText('Accept the suggested product, in the product field');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('lists all keys on ?, and stores that the sound is off', async () => {
  answer();
  const { user } = await openReady();
  getProductButton()?.focus();
  await user.keyboard('?');
  expect(await screen.findByText('Accept the suggested product, in the product field')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  const sound = screen.getByRole('button', { name: 'Sound of the scanner' });
  expect(sound).toHaveAttribute('aria-pressed', 'true');
  await user.click(sound);
  expect(sound).toHaveAttribute('aria-pressed', 'false');
  expect(Object.entries({ ...localStorage }).find(([key]) => key.startsWith('scanSound'))?.[1]).toBe('off');
});
