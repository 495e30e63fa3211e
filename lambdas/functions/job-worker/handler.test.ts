import { expect, jest, test } from '@jest/globals';
import { limits } from '#shared/config/limits.ts';
import { createJobHandler } from './handler.ts';
import type { SliceProcessor } from './slice.ts';

test('sets isLastDelivery on the last delivery of a slice', async () => {
  const processSlice = jest.fn<SliceProcessor>(async () => true);
  const handle = createJobHandler({ processSlice, log: () => {} });
  const body = JSON.stringify({ region: 'nuk', id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11', rows: [1] });
  const deliver = (receiveCount: number) =>
    handle({ Records: [{ messageId: 'm', body, attributes: { ApproximateReceiveCount: String(receiveCount) } }] }, {
      getRemainingTimeInMillis: () => 1000,
    } as never);
  await deliver(limits.bulk.maxSliceDeliveries - 1);
  await deliver(limits.bulk.maxSliceDeliveries);
  expect(processSlice.mock.calls.map(([, { isLastDelivery }]) => isLastDelivery)).toEqual([false, true]);
});
