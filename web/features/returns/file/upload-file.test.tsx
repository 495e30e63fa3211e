import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { returnLimits } from '#shared/returns/limits.ts';
import { choose, signInAs } from '#web/testing/page.tsx';
import { signInAtMorning, ean, rows } from '#web/testing/return-booking.tsx';
import {
  buildAcceptedRow,
  chooseFile,
  buildCsvFile,
  openWithFiles,
  paste,
  readFile,
  buildReadReport,
  findReportHeading,
} from '#web/testing/return-file.ts';
import { answerUploads } from '#web/testing/upload.ts';

const report = buildReadReport({ accepted: [buildAcceptedRow(2), buildAcceptedRow(3)] });

beforeEach(signInAtMorning);

test('uploads and reads a chosen file without changing the return', async () => {
  const { user, uploads, requestBodies } = await openWithFiles({ report });
  expect(await readFile(user)).toHaveFocus();
  expect(requestBodies('uploads')).toEqual([{ bytes: buildCsvFile().size }]);
  expect(uploads.map(({ url, form }) => [url, form.get('policy'), (form.get('file') as File).name])).toEqual([
    ['POST https://bucket.example/', 'p', 'returns.csv'],
  ]);
  expect(requestBodies('files')).toEqual([{ key: 'uploads/0' }]);
  expect(rows()).toEqual([]);
});

test('reads a file dropped anywhere on the page', async () => {
  const { requestBodies } = await openWithFiles({ report });
  screen.getByRole('heading', { level: 1 }).focus();
  expect(fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'] } })).toBe(false);
  expect(fireEvent.drop(document.body, { dataTransfer: { files: [buildCsvFile('dropped.xlsx')] } })).toBe(false);
  const heading = await findReportHeading('dropped.xlsx');
  await waitFor(() => expect(heading).toHaveFocus());
  expect(requestBodies('files')).toHaveLength(1);
});

test('reads pasted spreadsheet rows; pastes single values into the field', async () => {
  const { user, uploads, requestBodies } = await openWithFiles({ report });
  const copiedText = 'store id\tean code\nUK001\t9520001000072\n';
  await user.click(ean());
  const picture = new File(['…'], 'image.png', { type: 'image/png' });
  expect(paste(copiedText, ean(), [picture])).toBe(false);
  await findReportHeading('Pasted table');
  const uploadedFile = uploads[0]?.form.get('file') as File;
  expect(await uploadedFile.text()).toBe(copiedText);
  expect(uploadedFile.type).toBe('text/csv');
  expect(ean()).toHaveValue('');
  const countBefore = requestBodies('uploads').length;
  expect(paste('9520001000072\n', ean())).toBe(true);
  expect(paste('a\tb', document.body)).toBe(true);
  expect(requestBodies('uploads')).toHaveLength(countBefore);
});

test('shows the progress of an upload, which the user can cancel', async () => {
  const { user, requestBodies } = await openWithFiles({ report });
  const uploads = answerUploads();
  // The file is dropped, because the simulated file dialog would focus the button again.
  fireEvent.drop(document.body, { dataTransfer: { files: [buildCsvFile()] } });
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.progress(3, 4);
  expect(await screen.findByText('75%')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Uploading returns.csv' })).toHaveAttribute('value', '0.75');
  const cancelButton = screen.getByRole('button', { name: 'Cancel' });
  expect(cancelButton).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(uploads[0]?.isAborted()).toBe(true);
  expect(document.querySelector('input[type=file]')).toHaveFocus();
  expect(requestBodies('files')).toEqual([]);
});

test('retries a failed upload without taking the focus from a field', async () => {
  const { user } = await openWithFiles({ report });
  const uploads = answerUploads();
  await chooseFile(user);
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.breakDown();
  expect(await screen.findByText('returns.csv could not be read')).toBeVisible();
  expect(
    screen.getAllByText('The portal cannot be reached at the moment. Please try again in a few seconds.')[0],
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(uploads).toHaveLength(2));
  await user.click(ean());
  uploads[1]?.answer(204);
  await findReportHeading();
  expect(ean()).toHaveFocus();
});

test.each([
  [
    'an empty file',
    buildCsvFile('empty.csv', ''),
    'This file has no rows to read. Fill in at least one row below the headers and choose it again.',
  ],
  [
    'a file that is too large',
    new File([new Uint8Array(returnLimits.file.bytes + 1)], 'large.csv'),
    'This file is too large. A return has at most 1,000 lines, and a file at most 4 MB. Split it into several files, each with a reference of its own.',
  ],
])('rejects %s without uploading it', async (_, file, words) => {
  const { user, requestBodies } = await openWithFiles({ report });
  await readFile(user, file);
  expect(screen.getByText(words)).toBeVisible();
  expect(requestBodies('uploads')).toEqual([]);
});

test('reads a file for the store that the admin chose', async () => {
  signInAs('nuk', { isAdmin: true, hasReturns: true });
  const { user, requestBodies } = await openWithFiles({ report });
  expect(screen.getAllByText('Choose the store first.')[0]).toBeVisible();
  expect(document.querySelector('input[type=file]')).toBeNull();
  paste('a\tb\nc\td\n');
  await choose(user, 'storeId', /Princes Street/);
  await readFile(user);
  expect(requestBodies('files')).toEqual([{ key: 'uploads/0', storeId: 'UK002' }]);
  await choose(user, 'storeId', /Oxford Street/);
  expect(screen.queryByRole('heading', { name: /^Report on/ })).toBeNull();
});
