import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { repairs } from '#shared/routes/repairs.ts';
import { answerCalls } from '#web/testing/page.tsx';
import { useRecord } from './use-record.ts';

const identity = { storeId: 'UK001', storeRefNo: 'REF-1', id: '3f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a11' };
const booked = {
  ...identity,
  rma: null,
  state: 'submitted',
  storeName: 'Oxford Street',
  createdAt: '2026-11-02T09:30:00.000Z',
  product: 'switch-2',
  isOnlyAccessories: false,
  accessories: [],
  issue: 'screenDefect',
  serialNumber: 'XKW10001234567',
  purchaseDate: '2026-10-01',
  detailedDescription: '',
  termsAccepted: '2024-06-06',
  version: 1,
  timeline: [],
} as const;
const withdrawn = { ...booked, state: 'withdrawn', version: 2, accessories: [], timeline: [] } as const;

const useOne = () =>
  useRecord({ question: identity.id, ask: (call) => call(repairs.findRepair, { region: 'nuk', ...identity }) });
const use = () => renderHook(useOne).result;
const loaded = async (result: ReturnType<typeof use>) => {
  await waitFor(() => expect(result.current.state.status).toBe('loaded'));
  return result;
};

test('a refresh shows what is new, without a spinner', async () => {
  const requests = answerCalls(() => ({ body: requests.length === 1 ? booked : withdrawn }));
  const result = await loaded(use());
  const seen: string[] = [];
  await act(async () => {
    const refreshed = result.current.refresh();
    seen.push(result.current.state.status);
    await refreshed;
  });
  expect(seen).toEqual(['loaded']);
  expect(result.current.state).toEqual({ status: 'loaded', record: withdrawn });
});

test('a refresh that brings nothing new leaves the very same record', async () => {
  const requests = answerCalls(() => ({ body: booked }));
  const result = await loaded(use());
  const { state } = result.current;
  await act(() => result.current.refresh());
  expect(requests).toHaveLength(2);
  expect(result.current.state).toBe(state);
});

test('a refresh that was asked before a change, and answered after it, shows nothing old', async () => {
  let answer = () => {};
  const late = new Promise<{ body: unknown }>((done) => (answer = () => done({ body: booked })));
  const requests = answerCalls(() => (requests.length === 1 ? { body: booked } : late));
  const result = await loaded(use());
  const refreshed = result.current.refresh();
  act(() => result.current.replace({ ...withdrawn, accessories: [], timeline: [] }));
  await act(async () => {
    answer();
    await refreshed;
  });
  expect(result.current.state).toEqual({ status: 'loaded', record: withdrawn });
});

test('a refresh that fails leaves what is shown, and says so to whoever asked', async () => {
  const requests = answerCalls(() =>
    requests.length === 1
      ? { body: booked }
      : { status: 503, body: { error: { code: 'ServiceUnavailable', message: '' } } },
  );
  const result = await loaded(use());
  await act(() => expect(result.current.refresh()).rejects.toMatchObject({ code: 'ServiceUnavailable' }));
  expect(result.current.state).toEqual({ status: 'loaded', record: booked });
});

test('asked anew, it loads again', async () => {
  const requests = answerCalls(() => ({ body: requests.length === 1 ? booked : withdrawn }));
  const result = await loaded(use());
  act(() => result.current.reload());
  expect(result.current.state.status).toBe('loading');
  await waitFor(() => expect(result.current.state).toEqual({ status: 'loaded', record: withdrawn }));
});
