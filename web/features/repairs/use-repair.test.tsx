import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls } from '#web/page-under-test.tsx';
import { repairWith } from './repair-for-test.ts';
import { useRepair } from './use-repair.ts';

const booked = repairWith();
const withdrawn = repairWith({ state: 'withdrawn', version: 2 });
const { storeId, storeRefNo, id } = booked;

const useOne = () => useRepair('nuk', { storeId, storeRefNo, id });
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
  expect(result.current.state).toEqual({ status: 'loaded', repair: withdrawn });
});

test('a refresh that was asked before a change, and answered after it, shows nothing old', async () => {
  let answer = () => {};
  const late = new Promise<{ body: unknown }>((done) => (answer = () => done({ body: booked })));
  const requests = answerCalls(() => (requests.length === 1 ? { body: booked } : late));
  const result = await loaded(use());
  const refreshed = result.current.refresh();
  act(() => result.current.replace(withdrawn));
  await act(async () => {
    answer();
    await refreshed;
  });
  expect(result.current.state).toEqual({ status: 'loaded', repair: withdrawn });
});

test('a refresh that fails leaves what is shown, and says so to whoever asked', async () => {
  const requests = answerCalls(() => (requests.length === 1 ? { body: booked } : { status: 503, body: { error: { code: 'ServiceUnavailable', message: '' } } }));
  const result = await loaded(use());
  await act(() => expect(result.current.refresh()).rejects.toMatchObject({ code: 'ServiceUnavailable' }));
  expect(result.current.state).toEqual({ status: 'loaded', repair: booked });
});

test('asked anew, it loads again', async () => {
  const requests = answerCalls(() => ({ body: requests.length === 1 ? booked : withdrawn }));
  const result = await loaded(use());
  act(() => result.current.reload());
  expect(result.current.state.status).toBe('loading');
  await waitFor(() => expect(result.current.state).toEqual({ status: 'loaded', repair: withdrawn }));
});
