import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { repairs } from '#shared/api/routes/repairs.ts';
import { buildRepair } from '#shared/testing/repair.ts';
import { apiError } from '#web/testing/auth.ts';
import { answerCalls } from '#web/testing/page.tsx';
import { useMutation } from './use-mutation.ts';

const withdrawnRepair = buildRepair({ state: 'withdrawn' });
const { storeId, storeRefNo, id, version } = withdrawnRepair;
const withdrawal = { region: 'nuk', storeId, storeRefNo, id, version } as const;

const open = () => {
  const onDone = vi.fn();
  const onConflict = vi.fn();
  const { result } = renderHook(() =>
    useMutation(repairs.withdrawRepair, { conflicts: ['RepairChanged', 'RepairNotPending'], onDone, onConflict }),
  );
  return { result, onDone, onConflict, mutate: () => act(() => result.current.mutate(withdrawal)) };
};

test('sends a repeated request once and is busy until the response', async () => {
  let respond = () => {};
  const requests = answerCalls(() => new Promise((done) => (respond = () => done({ body: withdrawnRepair }))));
  const { result, onDone } = open();
  await act(async () => {
    void result.current.mutate(withdrawal);
    void result.current.mutate(withdrawal);
  });
  expect(result.current.isBusy).toBe(true);
  expect(onDone).not.toHaveBeenCalled();
  await act(async () => respond());
  await vi.waitFor(() =>
    expect(onDone).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ state: 'withdrawn' })),
  );
  expect(result.current).toMatchObject({ isBusy: false, failure: undefined });
  expect(requests).toHaveLength(1);
});

test.each(['RepairChanged', 'RepairNotPending'])('reports %s as a conflict, not as a failure', async (code) => {
  answerCalls(() => apiError(code, 409));
  const { result, onDone, onConflict, mutate } = open();
  await mutate();
  expect(onConflict).toHaveBeenCalledExactlyOnceWith(code);
  expect(result.current).toMatchObject({ isBusy: false, failure: undefined });
  expect(onDone).not.toHaveBeenCalled();
});

test('reports other errors until the next attempt or reset', async () => {
  const requests = answerCalls(() =>
    requests.length < 3 ? apiError('ServiceUnavailable', 503) : { body: withdrawnRepair },
  );
  const { result, onDone, onConflict, mutate } = open();
  await mutate();
  expect(result.current).toMatchObject({ isBusy: false, failure: { code: 'ServiceUnavailable' } });
  expect(onConflict).not.toHaveBeenCalled();
  act(() => result.current.reset());
  expect(result.current.failure).toBeUndefined();
  await mutate();
  expect(result.current.failure).toBeDefined();
  await mutate();
  expect(result.current.failure).toBeUndefined();
  expect(onDone).toHaveBeenCalledTimes(1);
});

test('reports unexpected errors as InternalServerError', async () => {
  const reportErrorMock = vi.fn();
  vi.stubGlobal('reportError', reportErrorMock);
  answerCalls(() => ({ body: withdrawnRepair }));
  const { result, onDone, mutate } = open();
  onDone.mockImplementation(() => {
    throw new TypeError('broken');
  });
  await mutate();
  expect(result.current.failure).toEqual({ code: 'InternalServerError' });
  expect(reportErrorMock).toHaveBeenCalledTimes(1);
});
