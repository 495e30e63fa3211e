import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import { buildReturnLine, buildReturn } from '#shared/testing/return.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { apiError } from '#web/testing/auth.ts';
import { answerCalls, openPages, place, signInAs } from '#web/testing/page.tsx';
import { buildRepairSummary } from '#web/testing/repair.ts';
import { buildReturnSummary } from '#web/testing/return.ts';
import { scan } from '#web/testing/scanner.ts';
import { FindRecords } from './find-records.tsx';
import { createFinder } from './finder.ts';

const finders = [createFinder(repairKind), createFinder(returnKind)];
const thirdId = '5c1f7a52-6f0e-4a57-9a83-0c1f6a2d9a55';
const secondRepair = buildRepairSummary({
  id: '7d1e1c0e-8a3b-4f0e-b0a1-5a2f7a0c9b22',
  storeRefNo: 'REF-12',
  rma: 'UK77',
});

type Answers = {
  readonly repairs?: unknown[];
  readonly returns?: unknown[];
  readonly cursor?: string;
  /** Returns that hold the device. */
  readonly deviceReturns?: unknown[];
};

const open = async ({ repairs = [], returns = [], cursor, deviceReturns = [] }: Answers) => {
  const requests = answerCalls(({ url }) => {
    if (url.pathname.endsWith('/device')) return { body: { repairs: [], returns: deviceReturns, hasMore: false } };
    return { body: { items: url.pathname.includes('/repairs/') ? repairs : returns, ...(cursor && { cursor }) } };
  });
  const page = await openPages(
    {
      home: <FindRecords finders={finders} />,
      submittedRepairs: <p>The repair</p>,
      submittedReturns: <p>The return</p>,
      device: <p>The device</p>,
    },
    paths.home(place),
  );
  return { ...page, requests, field: screen.getByRole('searchbox', { name: 'Find a repair or return' }) };
};

beforeEach(() => signInAs('nuk', { hasReturns: true }));

test('searches repairs and returns on Enter and opens the only hit', async () => {
  const { user, requests, field, router } = await open({ returns: [buildReturnSummary()] });
  // A scanner sends Enter long before any response.
  await user.type(field, '9520001000072{Enter}');
  expect(await screen.findByText('The return')).toBeVisible();
  expect(requests.map(({ url }) => url.pathname + url.search)).toEqual([
    '/api/repairs/nuk?search=9520001000072&limit=5',
    '/api/returns/nuk?search=9520001000072&limit=5',
  ]);
  expect(router.state.location.pathname + router.state.location.search).toBe(
    toRecordPath(paths.submittedReturns(place), buildReturnSummary()),
  );
});

test.each([
  ['except for upper and lower case', 'ref-1', []],
  ['except for a space', 'REF 1', []],
  ['except for an invisible character and the kind of hyphen', '\u200Bref\u20111', []],
  [
    'exactly, although another differs only in its hyphen',
    'REF-1',
    [buildRepairSummary({ storeRefNo: 'REF 1', id: thirdId })],
  ],
])('opens the hit whose reference matches %s', async (_, typedText, otherRecords) => {
  const { user, field, router } = await open({ repairs: [...otherRecords, buildRepairSummary(), secondRepair] });
  await user.click(field);
  await user.paste(typedText);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('The repair')).toBeVisible();
  expect(router.state.location.search).toContain(buildRepairSummary().id);
});

test('lists several hits while typing; Enter focuses the first', async () => {
  const { user, field } = await open({
    repairs: [buildRepairSummary(), secondRepair],
    returns: [buildReturnSummary()],
    cursor: 'more',
  });
  await user.type(field, 're');
  const repairs = await screen.findByRole('list', { name: 'Repair' });
  expect(within(repairs).getAllByRole('link')[1]).toHaveTextContent(/REF-12.*Repair.*RMA number: UK77/);
  expect(screen.getByRole('list', { name: 'Return' })).toHaveTextContent('RET-1');
  expect(screen.getByRole('link', { name: 'All matching repairs' })).toHaveAttribute(
    'href',
    `${paths.submittedRepairs(place)}?search=re`,
  );
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('3 results'));
  await user.keyboard('{Enter}');
  expect(within(repairs).getAllByRole('link')[0]).toHaveFocus();
});

const returnedDevice = { ...buildReturn(), line: buildReturnLine() };

test.each<[string, Answers]>([
  ['a repair', { repairs: [buildRepairSummary(), secondRepair] }],
  ['a return', { returns: [buildReturnSummary()], deviceReturns: [returnedDevice] }],
])('offers and opens the device for a serial number of %s', async (_, answers) => {
  const { user, field } = await open(answers);
  // The number is grouped as on a label.
  await user.type(field, ' xkw 100 0123 4567');
  expect(await screen.findByRole('link', { name: 'Device XKW10001234567: whole history' })).toHaveAttribute(
    'href',
    paths.device(place, 'XKW10001234567'),
  );
  expect(screen.getAllByRole('link')[0]).toHaveTextContent(/^Device/);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('The device')).toBeVisible();
});

test('offers no device to users without access to repairs', async () => {
  const requests = answerCalls(() => ({ body: { items: [buildReturnSummary()] } }));
  const { user } = await openPages({ home: <FindRecords finders={finders.slice(1)} /> }, paths.home(place));
  await user.type(screen.getByRole('searchbox'), 'XKW10001234567');
  expect(await screen.findByRole('link')).toHaveTextContent('RET-1');
  expect(requests).toHaveLength(1);
});

test('requests no device for the reference of a return', async () => {
  const { user, requests, field } = await open({
    returns: [buildReturnSummary(), buildReturnSummary({ storeRefNo: 'RET-2', id: secondRepair.id })],
  });
  await user.type(field, 'ret-{Enter}');
  await waitFor(() => expect(screen.getAllByRole('link')[0]).toHaveFocus());
  expect(requests).toHaveLength(2);
});

test('replaces the text with another scan, also from a focused hit', async () => {
  const { user, field } = await open({ repairs: [buildRepairSummary(), secondRepair] });
  await user.type(field, 're{Enter}');
  await waitFor(() => expect(screen.getAllByRole('link')[0]).toHaveFocus());
  answerCalls(() => ({ body: { items: [] } }));
  await scan('XKW70001000132');
  expect(field).toHaveFocus();
  expect(field).toHaveValue('XKW70001000132');
  expect(await screen.findByText('Nothing found.', { selector: 'strong' })).toBeVisible();
  await user.keyboard('XKW2');
  expect(field).toHaveValue('XKW2');
});

test('leaves out the shortcut key / at the start of a scan', async () => {
  const { user, field } = await open({ repairs: [buildRepairSummary(), secondRepair] });
  await user.type(field, 're{Enter}');
  await waitFor(() => expect(screen.getAllByRole('link')[0]).toHaveFocus());
  await scan('/XKW70001000132');
  expect(field).toHaveValue('XKW70001000132');
});

test('leaves out the shortcut key / at the start of the text, and searches for a single letter only on Enter', async () => {
  const { user, requests, field } = await open({});
  await user.type(field, '/a/b');
  expect(field).toHaveValue('a/b');
  const countBefore = requests.length;
  await user.clear(field);
  await user.type(field, 'x{Enter}');
  expect(await screen.findByText('Nothing found.', { selector: 'strong' })).toBeVisible();
  expect(requests).toHaveLength(countBefore + 2);
});

test('shows a failed search and retries it', async () => {
  let isDown = true;
  answerCalls(() => (isDown ? apiError('ServiceUnavailable', 503) : { body: { items: [] } }));
  const { user } = await openPages({ home: <FindRecords finders={finders} /> }, paths.home(place));
  await user.type(screen.getByRole('searchbox'), 'UK7{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing found.', { selector: 'strong' })).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveFocus();
});

test('does not mention returns to users without access to them', async () => {
  signInAs('nuk');
  await openPages({ home: <FindRecords finders={finders.slice(0, 1)} /> }, paths.home(place));
  const field = screen.getByRole('searchbox', { name: 'Find a repair' });
  expect(field).toHaveAccessibleDescription('Type or scan an RMA number, reference or serial number.');
});
