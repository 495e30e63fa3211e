import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCodeReader } from '#web/components/scan/camera/open-code-reader.ts';
import { openPhone, setVisibility } from '#web/testing/camera.ts';
import {
  answerReturns,
  ean,
  item,
  openReturn,
  otherItem,
  rows,
  signInAtMorning,
} from '#web/testing/return-booking.tsx';
import { scan } from '#web/testing/scanner.ts';

vi.mock('#web/components/scan/camera/open-code-reader.ts');

let phone: ReturnType<typeof openPhone>;

const openCamera = async (user: Awaited<ReturnType<typeof openReturn>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'EAN code: scan with the camera' }));
  await screen.findByRole('dialog', { name: 'Scan products' });
};
const open = async ({ hasTorch = false } = {}) => {
  phone = openPhone('/UK/nuk/returns/book', hasTorch);
  vi.mocked(openCodeReader).mockResolvedValue(phone.reader);
  answerReturns();
  const { user } = await openReturn();
  await openCamera(user);
  return user;
};
const getDialog = () => within(screen.getByRole('dialog', { name: 'Scan products' }));

/** Waits until the reader has read some more pictures. */
const waitForMorePictures = async () => {
  const read = vi.spyOn(phone.reader, 'read');
  await waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(4));
  read.mockRestore();
};

beforeEach(signInAtMorning);
afterEach(() => phone.close());

test('scans lines one after the other, and stops the camera when the user is done', async () => {
  const vibrate = vi.fn();
  vi.stubGlobal('navigator', Object.assign(navigator, { vibrate }));
  const user = await open();
  expect(await getDialog().findByText('Now the EAN')).toBeVisible();
  phone.show(item.ean);
  expect(await getDialog().findByText('Now the serial number')).toBeVisible();
  expect(vibrate).toHaveBeenCalledWith([60]);
  phone.show('XKW70001000132');
  expect(await getDialog().findByText('1 product')).toBeVisible();
  // A code that stays in the picture is taken only once.
  await waitForMorePictures();
  expect(getDialog().queryByText('Line 1 already has this serial number.')).not.toBeInTheDocument();
  phone.show(otherItem.ean, 'SERIAL-20-B');
  expect(await getDialog().findByText('2 products')).toBeVisible();
  expect(
    getDialog()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([`${otherItem.label}SERIAL-20-B`, `${item.label}XKW70001000132`]);
  // After three seconds, the code counts as having left the picture.
  vi.setSystemTime(Date.now() + 3000);
  phone.show('XKW70001000132');
  expect(await getDialog().findByText('Line 1 already has this serial number.')).toBeVisible();
  expect(vibrate).toHaveBeenLastCalledWith([60, 80, 60]);
  expect(phone.stopTrack).not.toHaveBeenCalled();
  await user.click(getDialog().getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(phone.stopTrack).toHaveBeenCalledOnce();
  expect(phone.reader.close).toHaveBeenCalledOnce();
  expect(rows()).toHaveLength(2);
});

test('asks for the field of a code, and takes no other code before the answer', async () => {
  const user = await open();
  phone.show('RET-2026-5');
  const answer = await getDialog().findByRole('button', { name: 'Store return reference number' });
  phone.show(item.ean);
  await waitForMorePictures();
  expect(answer).toBeVisible();
  await user.click(answer);
  expect(await getDialog().findByText('Reference RET-2026-5')).toBeVisible();
});

test('waits for the other code of a label if only the next picture shows it', async () => {
  await open();
  await getDialog().findByText('Now the EAN');
  phone.showInTurn(['SERIAL-20-B'], [item.ean, 'SERIAL-20-B']);
  expect(await getDialog().findByText('1 product')).toBeVisible();
  expect(getDialog().getByRole('listitem')).toHaveTextContent(`${item.label}SERIAL-20-B`);
});

test('reads EAN and serial number from a single bar code that has both', async () => {
  await open();
  phone.show(`010${item.ean}21GS1-SERIAL-1`);
  expect(await getDialog().findByText('1 product')).toBeVisible();
  expect(getDialog().getByRole('listitem')).toHaveTextContent(`${item.label}GS1-SERIAL-1`);
});

test('continues scanning after a code is discarded', async () => {
  const user = await open();
  phone.show('RET-2026-5');
  await user.click(await getDialog().findByRole('button', { name: 'Discard' }));
  expect(getDialog().queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
  phone.show(item.ean);
  expect(await getDialog().findByText('Now the serial number')).toBeVisible();
});

test('stops the camera while the page is hidden', async () => {
  await open();
  await getDialog().findByText('Now the EAN');
  await setVisibility('hidden');
  expect(phone.stopTrack).toHaveBeenCalledOnce();
  await setVisibility('visible');
  await waitFor(() => expect(phone.getUserMedia).toHaveBeenCalledTimes(2));
});

test('switches the torch on and off', async () => {
  const user = await open({ hasTorch: true });
  await user.click(await getDialog().findByRole('button', { name: 'Torch', pressed: false }));
  expect(phone.applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: true }] });
  await user.click(await getDialog().findByRole('button', { name: 'Torch', pressed: true }));
  expect(phone.applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: false }] });
});

test('continues scanning if the torch cannot be switched on', async () => {
  const user = await open({ hasTorch: true });
  phone.applyConstraints.mockRejectedValue(new Error('busy'));
  await user.click(await getDialog().findByRole('button', { name: 'Torch', pressed: false }));
  await waitFor(() => expect(getDialog().queryByRole('button', { name: 'Torch' })).not.toBeInTheDocument());
  phone.show(item.ean);
  expect(await getDialog().findByText('Now the serial number')).toBeVisible();
});

test('opens the camera on the back of the device', async () => {
  await open();
  await getDialog().findByText('Now the EAN');
  expect(phone.getUserMedia).toHaveBeenCalledWith({
    audio: false,
    video: expect.objectContaining({ facingMode: 'environment' }),
  });
});

test('ignores web addresses printed on packages', async () => {
  await open();
  await getDialog().findByText('Now the EAN');
  phone.show('https://www.example.com/support');
  await waitForMorePictures();
  expect(getDialog().getByText('Codes are read on this device. No picture leaves it.')).toBeVisible();
});

test('does not show a scan that was made before the camera was opened', async () => {
  phone = openPhone();
  vi.mocked(openCodeReader).mockResolvedValue(phone.reader);
  answerReturns();
  const { user } = await openReturn();
  await screen.findByText('Ready to scan');
  await scan(item.ean);
  await screen.findByText(`EAN ${item.ean}`, { exact: false });
  await openCamera(user);
  expect(getDialog().getByText('Codes are read on this device. No picture leaves it.')).toBeVisible();
});

test('has no torch button if the camera has no torch', async () => {
  await open();
  await getDialog().findByText('Now the EAN');
  expect(getDialog().queryByRole('button', { name: 'Torch' })).not.toBeInTheDocument();
});

test.each([
  ['NotAllowedError', 'The browser does not allow the camera on this page.'],
  ['NotFoundError', 'No camera was found on this device.'],
  ['NotReadableError', 'The camera cannot be used at the moment'],
])('explains a %s, and offers to type instead', async (name, text) => {
  phone = openPhone();
  answerReturns();
  phone.getUserMedia.mockRejectedValue(new DOMException('', name));
  const { user } = await openReturn();
  await openCamera(user);
  expect(await getDialog().findByRole('alert')).toHaveTextContent(text);
  await user.click(getDialog().getByRole('button', { name: 'Type instead' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(ean()).toHaveFocus();
});

test('restarts after the camera was lost or its reader did not load', async () => {
  const user = await open();
  await getDialog().findByText('Now the EAN');
  await phone.endTrack();
  expect(await getDialog().findByRole('alert')).toHaveTextContent('cannot be used at the moment');
  vi.mocked(openCodeReader).mockRejectedValueOnce(new Error('Offline'));
  await user.click(getDialog().getByRole('button', { name: 'Try again' }));
  expect(await getDialog().findByText(/a file for it could not be loaded/)).toBeVisible();
  await user.click(getDialog().getByRole('button', { name: 'Try again' }));
  expect(await getDialog().findByText('Now the EAN')).toBeVisible();
});

test('reports that codes cannot be read if the reader fails', async () => {
  await open();
  await getDialog().findByText('Now the EAN');
  vi.spyOn(phone.reader, 'read').mockRejectedValue(new Error('Offline'));
  expect(await getDialog().findByRole('alert')).toHaveTextContent('a file for it could not be loaded');
  expect(phone.stopTrack).toHaveBeenCalled();
});

test('stops a camera that starts only after the dialog was closed', async () => {
  phone = openPhone();
  const cameraStart = Promise.withResolvers<void>();
  const startCamera = phone.getUserMedia.getMockImplementation();
  phone.getUserMedia.mockImplementation(async () => {
    await cameraStart.promise;
    return startCamera?.() as never;
  });
  answerReturns();
  const { user } = await openReturn();
  await openCamera(user);
  await user.click(getDialog().getByRole('button', { name: 'Done' }));
  cameraStart.resolve();
  await waitFor(() => expect(phone.stopTrack).toHaveBeenCalledOnce());
  expect(openCodeReader).not.toHaveBeenCalled();
});

test('closes a reader that loads only after the dialog was closed', async () => {
  phone = openPhone();
  const readerLoad = Promise.withResolvers<void>();
  vi.mocked(openCodeReader).mockImplementation(async () => {
    await readerLoad.promise;
    return phone.reader;
  });
  answerReturns();
  const { user } = await openReturn();
  await openCamera(user);
  await waitFor(() => expect(openCodeReader).toHaveBeenCalledOnce());
  await user.click(getDialog().getByRole('button', { name: 'Done' }));
  expect(phone.stopTrack).toHaveBeenCalled();
  readerLoad.resolve();
  await waitFor(() => expect(phone.reader.close).toHaveBeenCalledOnce());
});

test('offers no camera in a document whose permissions policy forbids it', async () => {
  phone = openPhone('/UK/nuk');
  answerReturns();
  await openReturn();
  await screen.findByText('Ready to scan');
  expect(screen.queryByRole('button', { name: /camera/ })).not.toBeInTheDocument();
});

test('offers no camera on a wide screen without touch', async () => {
  phone = openPhone();
  window.innerWidth = 1280;
  answerReturns();
  await openReturn();
  await screen.findByText('Ready to scan');
  expect(screen.queryByRole('button', { name: /camera/ })).not.toBeInTheDocument();
});
