import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { returnItems } from '#shared/catalogue/returns.ts';
import { openCodeReader } from '#web/components/scan/camera/open-code-reader.ts';
import { openPhone } from '#web/testing/camera.ts';
import { answerCalls, signInAs } from '#web/testing/page.tsx';
import { field, openBooking, reference, serialNumber } from '#web/testing/repair-booking.tsx';

vi.mock('#web/components/scan/camera/open-code-reader.ts');

const deviceSerialNumber = 'XJW70001000132';
const consoleEan = returnItems.find(({ key }) => key === 'switch-lite-coral')?.ean ?? '';

let phone: ReturnType<typeof openPhone>;

const open = async () => {
  phone = openPhone('/UK/nuk/repairs/book');
  vi.mocked(openCodeReader).mockResolvedValue(phone.reader);
  answerCalls(() => ({ body: { repairs: [], returns: [], hasMore: false } }));
  const { user } = await openBooking();
  await user.click(await screen.findByRole('button', { name: 'Serial number: scan with the camera' }));
  await screen.findByText('Hold the code in the frame');
  return user;
};
const getDialog = () => within(screen.getByRole('dialog'));

beforeEach(() => signInAs('nuk'));
afterEach(() => phone.close());

test('takes the serial number and the EAN of one label, and focuses the product', async () => {
  await open();
  phone.show(consoleEan, deviceSerialNumber);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(serialNumber()).toHaveValue(deviceSerialNumber));
  await waitFor(() =>
    expect(document.querySelector('.product-suggestion')).toHaveTextContent(
      'According to the EAN: Nintendo Switch Lite',
    ),
  );
  await waitFor(() => expect(field('product').getAllByRole('button')[0]).toHaveFocus());
  expect(phone.stopTrack).toHaveBeenCalledOnce();
});

test('waits for the serial number after an EAN', async () => {
  await open();
  phone.show(consoleEan);
  expect(await getDialog().findByText('Now the serial number')).toBeVisible();
  phone.show(deviceSerialNumber);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(serialNumber()).toHaveValue(deviceSerialNumber));
});

test('asks for the field of a code that is not a serial number', async () => {
  const user = await open();
  phone.show('2001-0026');
  const bar = within(screen.getByRole('region', { name: 'Scanner' }));
  await user.click(await bar.findByRole('button', { name: 'Store reference number' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(serialNumber()).toHaveValue('');
  expect(reference()).toHaveValue('2001-0026');
});

test('focuses the serial number if the user chooses to type', async () => {
  const user = await open();
  await user.click(getDialog().getByRole('button', { name: 'Type instead' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(serialNumber()).toHaveFocus();
});
