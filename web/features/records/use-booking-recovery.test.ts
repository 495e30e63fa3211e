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
const storedRepair = buildRepair({ id: booking.id, storeRefNo: 'REF-1' });
const failWith = (code: ErrorCode) => () => Promise.reject<Repair>(new AppError(code));

/** Fake server: stored records by reference, and whether it is reachable. */
const server = { recordByReference: {} as Record<string, Repair>, isReachable: true };
let requests: ReturnType<typeof answerCalls>;

const open = () => {
  const onFound = vi.fn<(record: Repair) => void>();
  const hook = renderHook(() => {
    const recovery = useBookingRecovery(repairKind);
    useCheckAgain(recovery, onFound);
    return recovery;
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
  return { startBooking, advanceSeconds, onFound, getStatus: () => hook.result.current.outcome?.status, hook };
};

beforeEach(() => {
  vi.useFakeTimers();
  signInAs('nuk');
  server.recordByReference = {};
  server.isReachable = true;
  requests = answerCalls(({ url }) => {
    if (!server.isReachable) throw new TypeError('no network');
    if (!url.pathname.endsWith('/repair')) return { body: { items: Object.values(server.recordByReference) } };
    const matchingRepair = server.recordByReference[url.searchParams.get('storeRefNo') ?? ''];
    return matchingRepair?.id === url.searchParams.get('id') ? { body: matchingRepair } : apiError('NotFound', 404);
  });
});
afterEach(() => vi.useRealTimers());

test.each<ErrorCode>(['NoAnswer', 'ServiceUnavailable', 'InternalServerError'])(
  'finds the booked record after %s',
  async (code) => {
    server.recordByReference = { 'REF-1': storedRepair };
    const { startBooking, getStatus } = open();
    expect(await (await startBooking(failWith(code))).result).toMatchObject({ id: booking.id });
    expect(getStatus()).toBeUndefined();
  },
);

test('reports that nothing was booked after a definite failure', async () => {
  const { startBooking, getStatus } = open();
  expect(await (await startBooking(failWith('InternalServerError'))).result).toBe('InternalServerError');
  expect(getStatus()).toBe('notBooked');
});

test.each<ErrorCode>(['NoAnswer', 'ServiceUnavailable'])(
  'polls after %s until the attempt can no longer be in progress',
  async (code) => {
    const { startBooking, advanceSeconds, getStatus } = open();
    const { result } = await startBooking(failWith(code));
    await advanceSeconds(12);
    expect(getStatus()).toBe('asking');
    await advanceSeconds(3);
    expect(getStatus()).toBe('notBooked');
    expect(await result).toBe(code);
  },
);

test('reports a record that was withdrawn in the meantime', async () => {
  server.recordByReference = { 'REF-1': buildRepair({ ...storedRepair, state: 'withdrawn' }) };
  const { startBooking, hook } = open();
  expect(await (await startBooking(failWith('NoAnswer'))).result).toBe('NoAnswer');
  expect(hook.result.current.outcome).toMatchObject({
    status: 'withdrawn',
    id: booking.id,
    record: { id: booking.id },
  });
});

test.each([
  ['with its record', { 'REF-1': buildRepair({ ...storedRepair, state: 'withdrawn' }) }, { id: booking.id }],
  ['without a record if it cannot be found', {}, undefined],
])('reports an id whose record was withdrawn, %s', async (_, records, record) => {
  server.recordByReference = records;
  const { startBooking, hook } = open();
  expect(await (await startBooking(failWith('RepairWithdrawn'))).result).toBe('RepairWithdrawn');
  expect(hook.result.current.outcome).toMatchObject({ status: 'withdrawn', id: booking.id, record });
});

test('sends a booking for another store without polling for the first one', async () => {
  server.isReachable = false;
  const { startBooking, getStatus } = open();
  const send = vi.fn<() => Promise<Repair>>(() => Promise.resolve(storedRepair));
  await startBooking(failWith('NoAnswer'), { ...booking, storeId: 'UK-1' });
  expect(await (await startBooking(send, { ...booking, storeId: 'UK-2' })).result).toMatchObject({
    storeRefNo: 'REF-1',
  });
  expect([send.mock.calls.length, getStatus()]).toEqual([1, undefined]);
});

test('finds the record under each reference that was sent, once the server recovers', async () => {
  server.isReachable = false;
  const { startBooking, advanceSeconds, getStatus, onFound } = open();
  await startBooking(failWith('NoAnswer'));
  await startBooking(failWith('NoAnswer'), { ...booking, storeRefNo: 'REF-2' });
  expect(getStatus()).toBe('unknown');
  Object.assign(server, { recordByReference: { 'REF-1': storedRepair }, isReachable: true });
  await advanceSeconds(15);
  expect(onFound.mock.calls).toMatchObject([[{ storeRefNo: 'REF-1' }]]);
  expect(getStatus()).toBeUndefined();
});

test('stops polling for bookings that the user discards', async () => {
  server.isReachable = false;
  const { startBooking, advanceSeconds, getStatus, onFound, hook } = open();
  await startBooking(failWith('NoAnswer'));
  Object.assign(server, { recordByReference: { 'REF-1': storedRepair }, isReachable: true });
  act(() => hook.result.current.forget());
  await advanceSeconds(60);
  expect([getStatus(), onFound.mock.calls]).toEqual([undefined, []]);
});

test('ignores a response that arrives after the user has discarded the bookings', async () => {
  const { startBooking, advanceSeconds, getStatus, hook } = open();
  const { result } = await startBooking(failWith('NoAnswer'));
  act(() => hook.result.current.forget());
  server.recordByReference = { 'REF-1': storedRepair };
  await advanceSeconds(15);
  expect([await result, getStatus()]).toEqual(['NoAnswer', undefined]);
});

test('does not poll after a rejected booking', async () => {
  const { startBooking, getStatus } = open();
  expect(await (await startBooking(failWith('InvalidParameterException'))).result).toBe('InvalidParameterException');
  expect([getStatus(), requests]).toEqual([undefined, []]);
});

test('does not poll for a request that was never sent', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { startBooking, getStatus } = open();
  expect(await (await startBooking(failWith('Offline'))).result).toBe('Offline');
  expect([getStatus(), requests]).toEqual([undefined, []]);
});

test('polls for a request sent before the connection was lost', async () => {
  server.isReachable = false;
  const { startBooking, getStatus } = open();
  await startBooking(failWith('Offline'));
  expect(getStatus()).toBe('unknown');
});

test('finds the record that already has the reference', async () => {
  const existingRepair = buildRepair({ id: '9b0b8a51-19e7-4a8e-8f1c-6c3a0a3d2e22', storeRefNo: 'ref-1' });
  server.recordByReference = { 'REF-1': existingRepair };
  const { startBooking, hook } = open();
  expect(await (await startBooking(failWith('RepairRequestExists'))).result).toBe('RepairRequestExists');
  expect(hook.result.current.outcome).toMatchObject({ status: 'exists', record: { id: existingRepair.id } });
});
