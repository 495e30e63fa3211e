import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { refusal } from '#web/testing/auth.ts';
import { answerCalls, signedIn } from '#web/testing/page.tsx';
import { repairWith } from '#web/testing/repair.ts';
import { useAskAgain, useOutcome } from './use-outcome.ts';

const booking = { region: 'nuk', storeRefNo: 'REF-1', id: '4d9a2f60-5d0b-4c57-9d4f-0f5b7c8c1f11' } as const;
const stored = repairWith({ id: booking.id, storeRefNo: 'REF-1' });
const failing = (code: ErrorCode) => () => Promise.reject<Repair>(new AppError(code));

/** The server: what it has stored, by reference, and whether it can be reached. */
const server = { stored: {} as Record<string, Repair>, isReachable: true };
let requests: ReturnType<typeof answerCalls>;

const open = () => {
  const onFound = vi.fn<(record: Repair) => void>();
  const hook = renderHook(() => {
    const outcome = useOutcome(repairKind);
    useAskAgain(outcome, onFound);
    return outcome;
  });
  const settle = async (
    book: () => Promise<Repair>,
    given: Parameters<typeof hook.result.current.settle>[0] = booking,
  ) => {
    let settled: Promise<unknown> = Promise.resolve();
    await act(async () => {
      settled = hook.result.current.settle(given, book).catch((error: AppError) => error.code);
      await vi.advanceTimersByTimeAsync(0);
    });
    return { settled };
  };
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
  return { settle, pass, onFound, status: () => hook.result.current.outcome?.status, hook };
};

beforeEach(() => {
  vi.useFakeTimers();
  signedIn('nuk');
  server.stored = {};
  server.isReachable = true;
  requests = answerCalls(({ url }) => {
    if (!server.isReachable) throw new TypeError('no network');
    if (!url.pathname.endsWith('/repair')) return { body: { items: Object.values(server.stored) } };
    const found = server.stored[url.searchParams.get('storeRefNo') ?? ''];
    return found?.id === url.searchParams.get('id') ? { body: found } : refusal('NotFound', 404);
  });
});
afterEach(() => vi.useRealTimers());

test.each<ErrorCode>(['NoAnswer', 'ServiceUnavailable', 'InternalServerError'])(
  'what was booked though its answer was %s is found',
  async (code) => {
    server.stored = { 'REF-1': stored };
    const { settle, status } = open();
    expect(await (await settle(failing(code))).settled).toMatchObject({ id: booking.id });
    expect(status()).toBeUndefined();
  },
);

test('an answer that says that it failed is the end: it was not booked', async () => {
  const { settle, status } = open();
  expect(await (await settle(failing('InternalServerError'))).settled).toBe('InternalServerError');
  expect(status()).toBe('notBooked');
});

test.each<ErrorCode>(['NoAnswer', 'ServiceUnavailable'])(
  'after %s it is asked until the attempt can no longer be under way',
  async (code) => {
    const { settle, pass, status } = open();
    const { settled } = await settle(failing(code));
    await pass(12);
    expect(status()).toBe('asking');
    await pass(3);
    expect(status()).toBe('notBooked');
    expect(await settled).toBe(code);
  },
);

test('what was withdrawn meanwhile does not count as booked, and is shown', async () => {
  server.stored = { 'REF-1': repairWith({ ...stored, state: 'withdrawn' }) };
  const { settle, hook } = open();
  expect(await (await settle(failing('NoAnswer'))).settled).toBe('NoAnswer');
  expect(hook.result.current.outcome).toMatchObject({
    status: 'withdrawn',
    id: booking.id,
    record: { id: booking.id },
  });
});

test.each([
  ['with its record', { 'REF-1': repairWith({ ...stored, state: 'withdrawn' }) }, { id: booking.id }],
  ['without a record that another reference has', {}, undefined],
])('an id whose record was withdrawn is said to be, %s', async (_, records, record) => {
  server.stored = records;
  const { settle, hook } = open();
  expect(await (await settle(failing('RepairWithdrawn'))).settled).toBe('RepairWithdrawn');
  expect(hook.result.current.outcome).toMatchObject({ status: 'withdrawn', id: booking.id, record });
});

test('for another store it is sent at once: the server knows the id in all of them', async () => {
  server.isReachable = false;
  const { settle, status } = open();
  const send = vi.fn<() => Promise<Repair>>(() => Promise.resolve(stored));
  await settle(failing('NoAnswer'), { ...booking, storeId: 'UK-1' });
  expect(await (await settle(send, { ...booking, storeId: 'UK-2' })).settled).toMatchObject({ storeRefNo: 'REF-1' });
  expect([send.mock.calls.length, status()]).toEqual([1, undefined]);
});

test('where nobody can be asked it is found once the portal is back, under any reference that was sent', async () => {
  server.isReachable = false;
  const { settle, pass, status, onFound } = open();
  await settle(failing('NoAnswer'));
  await settle(failing('NoAnswer'), { ...booking, storeRefNo: 'REF-2' });
  expect(status()).toBe('unknown');
  Object.assign(server, { stored: { 'REF-1': stored }, isReachable: true });
  await pass(15);
  expect(onFound.mock.calls).toMatchObject([[{ storeRefNo: 'REF-1' }]]);
  expect(status()).toBeUndefined();
});

test('what was given up is asked for no more, nor heard of', async () => {
  server.isReachable = false;
  const { settle, pass, status, onFound, hook } = open();
  await settle(failing('NoAnswer'));
  Object.assign(server, { stored: { 'REF-1': stored }, isReachable: true });
  act(() => hook.result.current.forget());
  await pass(60);
  expect([status(), onFound.mock.calls]).toEqual([undefined, []]);
});

test('nor where somebody is being asked just then', async () => {
  const { settle, pass, status, hook } = open();
  const { settled } = await settle(failing('NoAnswer'));
  act(() => hook.result.current.forget());
  server.stored = { 'REF-1': stored };
  await pass(15);
  expect([await settled, status()]).toEqual(['NoAnswer', undefined]);
});

test('what is refused was not booked, and nobody is asked', async () => {
  const { settle, status } = open();
  expect(await (await settle(failing('InvalidParameterException'))).settled).toBe('InvalidParameterException');
  expect([status(), requests]).toEqual([undefined, []]);
});

test('a request that never left books nothing, and nothing is asked', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { settle, status } = open();
  expect(await (await settle(failing('Offline'))).settled).toBe('Offline');
  expect([status(), requests]).toEqual([undefined, []]);
});

test('a request under way when the connection is lost is asked about', async () => {
  server.isReachable = false;
  const { settle, status } = open();
  await settle(failing('Offline'));
  expect(status()).toBe('unknown');
});

test('the record that has the reference is found', async () => {
  const other = repairWith({ id: '9b0b8a51-19e7-4a8e-8f1c-6c3a0a3d2e22', storeRefNo: 'ref-1' });
  server.stored = { 'REF-1': other };
  const { settle, hook } = open();
  expect(await (await settle(failing('RepairRequestExists'))).settled).toBe('RepairRequestExists');
  expect(hook.result.current.outcome).toMatchObject({ status: 'exists', record: { id: other.id } });
});
