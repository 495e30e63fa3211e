import { act, screen, waitFor } from '@testing-library/react';
import { parse } from 'csv-parse/sync';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/api/errors.ts';
import { paths } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import type { RequestPage } from '#web/components/lists/load-rows.ts';
import { openPages } from '#web/testing/page.tsx';
import { captureDownloads } from '#web/testing/saved-files.ts';
import { ExportMenu, ExportStatus } from './export-menu.tsx';
import { useExport } from './use-export.ts';

type Row = { readonly id: string; readonly code: string; readonly at: string };

const createRows = (start: number, end: number): Row[] =>
  Array.from({ length: end - start }, (_, index) => ({
    id: String(start + index),
    code: `0${start + index}`,
    at: '2026-11-21T10:00:00.000Z',
  }));

/** Creates a paginated list of a number of rows. */
const createList = (length: number) =>
  vi.fn<RequestPage<Row>>(async ({ limit, cursor }) => {
    const start = Number(cursor ?? 0);
    const end = Math.min(length, start + limit);
    return { items: createRows(start, end), ...(end < length && { cursor: String(end) }) };
  });

let savedFiles: ReturnType<typeof captureDownloads>;
const getSavedFile = () => {
  expect(savedFiles).toHaveLength(1);
  return savedFiles[0]?.file ?? new Blob();
};
/** Expects a text in the status line below the menu, which is separate from announcements. */
const expectStatusLine = async (text: string | RegExp) =>
  waitFor(() => expect(screen.getByRole('region')).toHaveTextContent(text));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T23:30:00Z') });
  savedFiles = captureDownloads();
});

const Page = ({ requestPage }: { readonly requestPage: RequestPage<Row> }) => {
  const [search, setSearch] = useState('');
  const fileExport = useExport<Row>({
    name: 'repairs',
    title: 'Repairs',
    requestPage,
    query: { search },
    columns: [
      { header: 'Serial number', kind: 'text', value: ({ code }) => code },
      { header: 'Submitted on', kind: 'instant', value: ({ at }) => at },
    ],
  });
  return (
    <>
      <ExportMenu fileExport={fileExport} />
      <ExportStatus fileExport={fileExport} />
      <button onClick={() => setSearch('other')}>Search</button>
    </>
  );
};

const open = async (requestPage: RequestPage<Row>, region: RegionId = 'nuk') => {
  const regionPlace = { prefix: regions[region].prefix, region };
  const element = <Page requestPage={requestPage} />;
  const { user, router } = await openPages({ home: element }, paths.home(regionPlace), regionPlace);
  const choose = async (format: string, button = 'Export') => {
    await user.click(screen.getByRole('button', { name: button }));
    await user.click(await screen.findByRole('menuitem', { name: format }));
  };
  return { user, choose, router };
};

test('exports all pages as CSV', async () => {
  const requestPage = createList(1203);
  const { choose } = await open(requestPage);
  await choose('CSV (.csv)');
  await expectStatusLine('Saved as repairs-nuk-2026-11-21.csv, with 1,203 rows.');
  const file = getSavedFile();
  const lines: string[][] = parse(await file.text(), { bom: true });
  expect(lines).toHaveLength(1204);
  expect(lines[0]).toEqual(['Serial number', 'Submitted on']);
  expect(lines.at(-1)).toEqual(["'01202", '21/11/2026 10:00']);
  expect(requestPage.mock.calls.map(([{ cursor }]) => cursor)).toEqual([undefined, '500', '1000']);
});

test('exports all pages as a localized workbook', async () => {
  const { choose } = await open(createList(501), 'ndach');
  await choose('Excel (.xlsx)', 'Exportieren');
  await expectStatusLine('Gespeichert als repairs-ndach-2026-11-22.xlsx, mit 501 Zeilen.');
  expect(getSavedFile().type).toContain('spreadsheetml');
});

test('removes the message about the file when the list’s query changes', async () => {
  const { user, choose } = await open(createList(3));
  await choose('CSV (.csv)');
  await expectStatusLine(/with 3 rows/);
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(screen.queryByRole('region')).toBeNull();
});

test('shows progress while exporting', async () => {
  const { promise: secondPageAllowed, resolve: allowSecondPage } = Promise.withResolvers<void>();
  const requestPage = createList(600).mockImplementationOnce(async () => ({
    items: createRows(0, 500),
    cursor: '500',
  }));
  const requestPageLater: RequestPage<Row> = async (page) => {
    if (page.cursor !== undefined) await secondPageAllowed;
    return requestPage(page);
  };
  const { choose } = await open(requestPageLater);
  await choose('CSV (.csv)');
  await expectStatusLine('500 rows read so far');
  expect(screen.getByRole('progressbar', { name: 'Exporting…' })).toBeVisible();
  expect(savedFiles).toEqual([]);
  allowSecondPage();
  await expectStatusLine(/with 600 rows/);
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('saves no file and shows an error when a page fails', async () => {
  const requestPage = createList(1000)
    .mockResolvedValueOnce({ items: createRows(0, 500), cursor: '500' })
    .mockRejectedValueOnce(new AppError('ServiceUnavailable', { requestId: 'Req-1' }));
  const { user, choose } = await open(requestPage);
  await choose('CSV (.csv)');
  const message = 'No file was saved, because not all rows could be read. Please try again.';
  await expectStatusLine(message);
  expect(screen.getByRole('region')).toHaveTextContent(/The service is busy.*Request ID: Req-1/);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(message));
  expect(savedFiles).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region')).toBeNull();
  expect(screen.getByRole('button', { name: 'Export' })).toHaveFocus();
});

test.each(['with the button', 'by leaving the page'])('saves nothing when cancelled %s', async (method) => {
  let respond = () => {};
  const requestPage = vi.fn<RequestPage<Row>>(
    () => new Promise((done) => (respond = () => done({ items: createRows(0, 3), cursor: 'more' }))),
  );
  const { user, choose, router } = await open(requestPage);
  await choose('CSV (.csv)');
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  if (method === 'with the button') {
    await user.click(cancel);
    expect(screen.queryByRole('progressbar')).toBeNull();
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Export cancelled. No file was saved.'));
    expect(screen.getByRole('button', { name: 'Export' })).toHaveFocus();
  } else await act(() => router.navigate('/UK'));
  await act(async () => respond());
  expect(requestPage).toHaveBeenCalledTimes(1);
  expect(savedFiles).toEqual([]);
  expect(screen.queryByRole('region')).toBeNull();
});

test.each([
  [limits.exportRows, /Saved as repairs-nuk-2026-11-21\.csv, with 10,000 rows/],
  [limits.exportRows + 1, /Saved as repairs-nuk-2026-11-21-first-10000\.csv\. It contains only the first 10,000 rows/],
])('reports whether %i rows exceed the maximum', async (length, message) => {
  const { choose } = await open(createList(length));
  await choose('CSV (.csv)');
  await expectStatusLine(message);
  expect(parse(await getSavedFile().text(), { bom: true })).toHaveLength(10_001);
});
