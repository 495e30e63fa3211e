import { expect, test } from '@jest/globals';
import { by, now, staff } from '#lambdas/testing/callers.ts';
import { content, memoryOf, repairRowWith } from '#lambdas/testing/repairs.ts';
import { repairHandlers } from './repairs.ts';

type Collaborators = Parameters<typeof repairHandlers>[0];

const at = now.toISOString();
const booked = repairRowWith();
const { region, storeId, storeRefNo, id } = booked;
const identity = { region, storeId, storeRefNo, id, version: 1 };
const handlersOf = (...rows: Parameters<typeof memoryOf>) =>
  repairHandlers(memoryOf(...rows) as unknown as Collaborators);

test('a correction keeps the whole content before it', async () => {
  const changed = { ...content, serialNumber: 'XTW70087654321' };
  const { body } = await handlersOf(booked).correctRepair({ ...identity, ...changed }, by(staff));
  const { promises, ...row } = body;
  expect(promises).not.toEqual([]);
  expect(row).toEqual({
    ...booked,
    ...changed,
    version: 2,
    expiresAt: expect.any(Number),
    timeline: [...booked.timeline, { type: 'corrected', at, by: 'anna@store.example', before: content }],
  });
});

test('a repair on which the provider has first reported is corrected no more', async () => {
  const confirmed = repairRowWith({
    version: 2,
    timeline: [...booked.timeline, { type: 'status', at, eventId: 'e1', status: 'confirmed' }],
  });
  await expect(handlersOf(confirmed).correctRepair({ ...identity, ...content }, by(staff))).resolves.toMatchObject({});
  const other = { ...content, serialNumber: 'OTHER' };
  await expect(handlersOf(confirmed).correctRepair({ ...identity, ...other }, by(staff))).rejects.toMatchObject({
    code: 'RepairNotPending',
  });
});

test('withdrawn again after the provider has cancelled it, it answers as it is', async () => {
  const cancelled = repairRowWith({
    version: 3,
    timeline: [
      ...booked.timeline,
      { type: 'withdrawn', at, by: staff.email },
      { type: 'status', at, eventId: 'e1', status: 'cancelled' },
    ],
  });
  const { body } = await handlersOf(cancelled).withdrawRepair(identity, by(staff));
  expect(body).toMatchObject(cancelled);
});
