import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/api/errors.ts';
import type { ErrorCode } from '#shared/api/errors.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { apiError } from '#web/testing/auth.ts';
import { answerCalls, signInAs } from '#web/testing/page.tsx';
import { useCheckAgain, useBookingRecovery } from './use-booking-recovery.ts';

const booking = { region: 'nuk', storeRefNo: 'REF-1', id: '4d9a2f60-5d0b-4c57-9d4f-0f5b7c8c1f11' } as const;
const stored = buildRepair({ id: booking.id, storeRefNo: 'REF-1' });
const failWith = (code: ErrorCode) => () => Promise.reject<Repair>(new AppError(code));

/** Fake server: stored records by reference, and whether it is reachable. */
const server = { stored: {} as Record<string, Repair>, isReachable: true };
let requests: ReturnType<typeof answerCalls>;

const open = () => {
  const onFound = vi.fn<(record: Repair) => void>();
  const hook = renderHook(() => {
    const outcome = useBookingRecovery(repairKind);
    useCheckAgain(outcome, onFound);
    return outcome;
  });
  /** Sends a booking by `book` and returns its result: the record, or the code of its error. */
  const startBooking = async (
    book: () => Promise<Repair>,
    input: Parameters<typeof hook.result.current.bookWithRecovery>[0] = booking,
  ) => {
    let result: Promise<unknown> = Promise.resolve();
    await act(async () => {
      result = hook.result.current.bookWithRecovery(input, book).catch((error: AppError) => error.code);
      await vi.advanceTimersByTimeAsync(0);
    });
    // In an object, because an async function would wait for the promise itself.
    return { result };
  };
  const advanceSeconds = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
  return { startBooking, advanceSeconds, onFound, status: () => hook.result.current.outcome?.status, hook };
};

beforeEach(() => {
  vi.useFakeTimers();
  signInAs('nuk');
  server.stored = {};
  server.isReachable = true;
  requests = answerCalls(({ url }) => {
    if (!server.isReachable) throw new TypeError('no network');
    if (!url.pathname.endsWith('/repair')) return { body: { items: Object.values(server.stored) } };
    const storedRepair = server.stored[url.searchParams.get('storeRefNo') ?? ''];
    return storedRepair?.id === url.searchParams.get('id') ? { body: storedRepair } : apiError('NotFound', 404);
  });
});
afterEach(() => vi.useRealTimers());

test.each<ErrorCode>(['NoAnswer', 'ServiceUnavailable', 'InternalServerError'])(
  'finds the booked record after %s',
  async (code) => {
    server.stored = { 'REF-1': stored };
    const { startBooking, status } = open();
    expect(await (await startBooking(failWith(code))).result).toMatchObject({ id: booking.id });
    expect(status()).toBeUndefined();
  },
);

test('reports notBooked after a definite failure', async () => {
  const { startBooking, status } = open();
  expect(await (await startBooking(failWith('InternalServerError'))).result).toBe('InternalServerError');
  expect(status()).toBe('notBooked');
});

test.each<ErrorCode>(['NoAnswer', 'ServiceUnavailable'])(
  'polls after %s until the attempt can no longer be in progress',
  async (code) => {
    const { startBooking, advanceSeconds, status } = open();
    const { result } = await startBooking(failWith(code));
    await advanceSeconds(12);
    expect(status()).toBe('asking');
    await advanceSeconds(3);
    expect(status()).toBe('notBooked');
    expect(await result).toBe(code);
  },
);

test('reports a record that was withdrawn in the meantime', async () => {
  server.stored = { 'REF-1': buildRepair({ ...stored, state: 'withdrawn' }) };
  const { startBooking, hook } = open();
  expect(await (await startBooking(failWith('NoAnswer'))).result).toBe('NoAnswer');
  expect(hook.result.current.outcome).toMatchObject({
    status: 'withdrawn',
    id: booking.id,
    record: { id: booking.id },
  });
});

test.each([
  ['with its record', { 'REF-1': buildRepair({ ...stored, state: 'withdrawn' }) }, { id: booking.id }],
  ['without a record if it cannot be found', {}, undefined],
])('reports an id whose record was withdrawn, %s', async (_, records, record) => {
  server.stored = records;
  const { startBooking, hook } = open();
  expect(await (await startBooking(failWith('RepairWithdrawn'))).result).toBe('RepairWithdrawn');
  expect(hook.result.current.outcome).toMatchObject({ status: 'withdrawn', id: booking.id, record });
});

test('sends a booking for another store without polling for the first one', async () => {
  server.isReachable = false;
  const { startBooking, status } = open();
  const send = vi.fn<() => Promise<Repair>>(() => Promise.resolve(stored));
  await startBooking(failWith('NoAnswer'), { ...booking, storeId: 'UK-1' });
  expect(await (await startBooking(send, { ...booking, storeId: 'UK-2' })).result).toMatchObject({
    storeRefNo: 'REF-1',
  });
  expect([send.mock.calls.length, status()]).toEqual([1, undefined]);
});

test('finds the record under each reference that was sent, once the server recovers', async () => {
  server.isReachable = false;
  const { startBooking, advanceSeconds, status, onFound } = open();
  await startBooking(failWith('NoAnswer'));
  await startBooking(failWith('NoAnswer'), { ...booking, storeRefNo: 'REF-2' });
  expect(status()).toBe('unknown');
  Object.assign(server, { stored: { 'REF-1': stored }, isReachable: true });
  await advanceSeconds(15);
  expect(onFound.mock.calls).toMatchObject([[{ storeRefNo: 'REF-1' }]]);
  expect(status()).toBeUndefined();
});

test('stops polling for a forgotten booking', async () => {
  server.isReachable = false;
  const { startBooking, advanceSeconds, status, onFound, hook } = open();
  await startBooking(failWith('NoAnswer'));
  Object.assign(server, { stored: { 'REF-1': stored }, isReachable: true });
  act(() => hook.result.current.forget());
  await advanceSeconds(60);
  expect([status(), onFound.mock.calls]).toEqual([undefined, []]);
});

test('ignores a response that arrives after forget', async () => {
  const { startBooking, advanceSeconds, status, hook } = open();
  const { result } = await startBooking(failWith('NoAnswer'));
  act(() => hook.result.current.forget());
  server.stored = { 'REF-1': stored };
  await advanceSeconds(15);
  expect([await result, status()]).toEqual(['NoAnswer', undefined]);
});

test('does not poll after a rejected booking', async () => {
  const { startBooking, status } = open();
  expect(await (await startBooking(failWith('InvalidParameterException'))).result).toBe('InvalidParameterException');
  expect([status(), requests]).toEqual([undefined, []]);
});

test('does not poll for a request that was never sent', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { startBooking, status } = open();
  expect(await (await startBooking(failWith('Offline'))).result).toBe('Offline');
  expect([status(), requests]).toEqual([undefined, []]);
});

test('polls for a request sent before the connection was lost', async () => {
  server.isReachable = false;
  const { startBooking, status } = open();
  await startBooking(failWith('Offline'));
  expect(status()).toBe('unknown');
});

test('finds the record that already has the reference', async () => {
  const other = buildRepair({ id: '9b0b8a51-19e7-4a8e-8f1c-6c3a0a3d2e22', storeRefNo: 'ref-1' });
  server.stored = { 'REF-1': other };
  const { startBooking, hook } = open();
  expect(await (await startBooking(failWith('RepairRequestExists'))).result).toBe('RepairRequestExists');
  expect(hook.result.current.outcome).toMatchObject({ status: 'exists', record: { id: other.id } });
});
