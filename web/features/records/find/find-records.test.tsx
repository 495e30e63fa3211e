import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { refusal } from '#web/testing/auth.ts';
import { answerCalls, openPages, place, signedIn } from '#web/testing/page.tsx';
import { summaryWith } from '#web/testing/repair.ts';
import { lineWith, returnWith, summaryWith as returnSummaryWith } from '#web/testing/return.ts';
import { FindRecords } from './find-records.tsx';
import { finderOf } from './finder.ts';

const finders = [finderOf(repairKind), finderOf(returnKind)];
const third = '5c1f7a52-6f0e-4a57-9a83-0c1f6a2d9a55';
const second = summaryWith({ id: '7d1e1c0e-8a3b-4f0e-b0a1-5a2f7a0c9b22', storeRefNo: 'REF-12', rma: 'UK77' });

type Answers = {
  readonly repairs?: unknown[];
  readonly returns?: unknown[];
  readonly cursor?: string;
  /** Returns that hold the device. */
  readonly sent?: unknown[];
};

const open = async ({ repairs = [], returns = [], cursor, sent = [] }: Answers) => {
  const requests = answerCalls(({ url }) => {
    if (url.pathname.endsWith('/device')) return { body: { repairs: [], returns: sent, hasMore: false } };
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

beforeEach(() => signedIn('nuk', { hasReturns: true }));

test('what is scanned is looked for at once, over repairs and returns together, and the only hit opens', async () => {
  const { user, requests, field, router } = await open({ returns: [returnSummaryWith()] });
  // A scanner ends with Enter, long before any answer.
  await user.type(field, '9520001000072{Enter}');
  expect(await screen.findByText('The return')).toBeVisible();
  expect(requests.map(({ url }) => url.pathname + url.search)).toEqual([
    '/api/repairs/nuk?search=9520001000072&limit=5',
    '/api/returns/nuk?search=9520001000072&limit=5',
  ]);
  expect(router.state.location.pathname + router.state.location.search).toBe(
    recordAddress(paths.submittedReturns(place), returnSummaryWith()),
  );
});

test.each([
  ['exactly', 'ref-1', []],
  ['but for a blank', 'REF 1', []],
  ['but for a sign that nobody sees and the kind of its hyphen', '\u200Bref\u20111', []],
  ['exactly, beside one that differs by its hyphen', 'REF-1', [summaryWith({ storeRefNo: 'REF 1', id: third })]],
])('of several, the one that is called %s that opens', async (_, typed, others) => {
  const { user, field, router } = await open({ repairs: [...others, summaryWith(), second] });
  await user.click(field);
  await user.paste(typed);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('The repair')).toBeVisible();
  expect(router.state.location.search).toContain(summaryWith().id);
});

test('several are shown while one types, each with its kind and state; Enter goes to the first', async () => {
  const { user, field } = await open({
    repairs: [summaryWith(), second],
    returns: [returnSummaryWith()],
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

const sentBack = { ...returnWith(), line: lineWith() };

test.each<[string, Answers]>([
  ['a repair', { repairs: [summaryWith(), second] }],
  ['a return', { returns: [returnSummaryWith()], sent: [sentBack] }],
])('a serial number of %s offers the device first, and a scan of it opens the device', async (_, answers) => {
  const { user, field } = await open(answers);
  // As a label groups it.
  await user.type(field, ' xkw 100 0123 4567');
  expect(await screen.findByRole('link', { name: 'Device XKW10001234567: whole history' })).toHaveAttribute(
    'href',
    paths.device(place, 'XKW10001234567'),
  );
  expect(screen.getAllByRole('link')[0]).toHaveTextContent(/^Device/);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('The device')).toBeVisible();
});

test('who may not see repairs is asked and offered no device', async () => {
  const requests = answerCalls(() => ({ body: { items: [returnSummaryWith()] } }));
  const { user } = await openPages({ home: <FindRecords finders={finders.slice(1)} /> }, paths.home(place));
  await user.type(screen.getByRole('searchbox'), 'XKW10001234567');
  expect(await screen.findByRole('link')).toHaveTextContent('RET-1');
  expect(requests).toHaveLength(1);
});

test('what a return is called asks for no device', async () => {
  const { user, requests, field } = await open({
    returns: [returnSummaryWith(), returnSummaryWith({ storeRefNo: 'RET-2', id: second.id })],
  });
  await user.type(field, 'ret-{Enter}');
  await waitFor(() => expect(screen.getAllByRole('link')[0]).toHaveFocus());
  expect(requests).toHaveLength(2);
});

test('another scan replaces the one before, from the field and from what was found', async () => {
  const { user, field } = await open({ repairs: [summaryWith(), second] });
  await user.type(field, 're{Enter}');
  await waitFor(() => expect(screen.getAllByRole('link')[0]).toHaveFocus());
  await user.keyboard('X');
  expect(field).toHaveFocus();
  expect(field).toHaveValue('X');
  answerCalls(() => ({ body: { items: [] } }));
  await user.keyboard('KW1{Enter}');
  expect(await screen.findByText('Nothing found.', { selector: 'strong' })).toBeVisible();
  await user.keyboard('XKW2');
  expect(field).toHaveValue('XKW2');
});

test('the key that leads to the field is not taken for what is looked for; nothing found is said, and one letter is not asked for by itself', async () => {
  const { user, requests, field } = await open({});
  await user.type(field, '/a/b');
  expect(field).toHaveValue('a/b');
  const before = requests.length;
  await user.clear(field);
  await user.type(field, 'x{Enter}');
  expect(await screen.findByText('Nothing found.', { selector: 'strong' })).toBeVisible();
  expect(requests).toHaveLength(before + 2);
});

test('a search that failed says so and is tried again', async () => {
  let isDown = true;
  answerCalls(() => (isDown ? refusal('ServiceUnavailable', 503) : { body: { items: [] } }));
  const { user } = await openPages({ home: <FindRecords finders={finders} /> }, paths.home(place));
  await user.type(screen.getByRole('searchbox'), 'UK7{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing found.', { selector: 'strong' })).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveFocus();
});

test('who may not see returns is promised none', async () => {
  signedIn('nuk');
  await openPages({ home: <FindRecords finders={finders.slice(0, 1)} /> }, paths.home(place));
  const field = screen.getByRole('searchbox', { name: 'Find a repair' });
  expect(field).toHaveAccessibleDescription('Type or scan an RMA number, reference or serial number.');
});
