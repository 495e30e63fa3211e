import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { limits } from '#shared/config/limits.ts';
import { toUserStorageKey } from '#web/browser/memory.ts';
import { createDrafts } from './drafts.ts';
import type { DraftOwner } from './drafts.ts';
import { createTabLocks, resumeDraft } from './tab-locks.ts';

const startMs = Date.parse('2026-11-02T09:30:00Z');
const dayMs = 86_400_000;
const schema = z.object({ name: z.string(), note: z.string() });
const firstId = '6f1f7a52-6f0e-4a57-9a83-0c1f6a2d9a11';
const secondId = '7f1f7a52-6f0e-4a57-9a83-0c1f6a2d9a11';
const sam = { region: 'nuk', email: 'sam@nuk.example', form: 'signUp' } as const;

const createDraftsAt = (now: number, storage: () => Storage = () => localStorage) =>
  createDrafts({ storage, now: () => now });
const write = (values: unknown) => createDraftsAt(startMs).getDrafts(sam).slot(firstId).write(values);
const read = (owner: DraftOwner = sam, now = startMs) =>
  createDraftsAt(now).getDrafts(owner).slot(firstId).read(schema);

test('stores values with a timestamp under an anonymous key', () => {
  write({ name: 'Ann', note: '' });
  expect(read()).toEqual({ savedAt: '2026-11-02T09:30:00.000Z', values: { name: 'Ann', note: '' } });
  expect(Object.keys(localStorage)).toEqual([expect.stringMatching(/^draft\.signUp\.[\w-]{36}\.nuk\.\w+$/)]);
  expect(JSON.stringify({ ...localStorage })).not.toContain('sam');
});

test.each([
  ['another user', { ...sam, email: 'kim@nuk.example' }],
  ['the same email in another region', { ...sam, region: 'nfr' }],
  ['another form', { ...sam, form: 'signOut' }],
] as const)('finds nothing for %s', (_, owner) => {
  write({ name: 'Ann', note: '' });
  expect(read(owner)).toBeUndefined();
  expect(read()).toBeDefined();
});

test('keeps several drafts of a form apart by id', () => {
  const samDrafts = createDraftsAt(startMs).getDrafts(sam);
  samDrafts.slot(firstId).write({ name: 'Ann', note: '' });
  samDrafts.slot(secondId).write({ name: 'Ben', note: '' });
  createDraftsAt(startMs)
    .getDrafts({ ...sam, form: 'signOut' })
    .slot(firstId)
    .write({ name: 'Cleo', note: '' });
  expect(samDrafts.ids().sort()).toEqual([firstId, secondId]);
  samDrafts.slot(firstId).remove();
  expect(samDrafts.ids()).toEqual([secondId]);
  expect(samDrafts.slot(secondId).read(schema)?.values.name).toBe('Ben');
});

test('restores a discarded draft, which cannot be resumed until then', async () => {
  write({ name: 'Ann', note: '' });
  const slot = createDraftsAt(startMs + dayMs)
    .getDrafts(sam)
    .slot(firstId);
  slot.discard();
  expect(read()).toBeUndefined();
  expect(await resumeDraft(slot, createTabLocks({ locks: () => undefined, timeoutMs: 0 }), schema)).toBe('gone');
  expect(slot.restore()).toBe(true);
  slot.restore();
  expect(read()).toEqual({ savedAt: '2026-11-02T09:30:00.000Z', values: { name: 'Ann', note: '' } });
});

test('does not restore a discarded draft after sign-out', () => {
  const drafts = createDraftsAt(startMs);
  write({ name: 'Ann', note: '' });
  const slot = drafts.getDrafts(sam).slot(firstId);
  slot.discard();
  drafts.removeAll(sam);
  slot.restore();
  expect(localStorage).toHaveLength(0);
});

test('removes all drafts of a user on sign-out', () => {
  const drafts = createDraftsAt(startMs);
  const otherOwners = [
    { ...sam, email: 'kim@nuk.example' },
    { ...sam, region: 'nfr' },
  ] as const;
  for (const owner of [sam, { ...sam, form: 'signOut' }, ...otherOwners])
    drafts.getDrafts(owner).slot(firstId).write({ name: 'Ann', note: '' });
  const preference = toUserStorageKey('list', sam);
  localStorage.setItem(preference, 'wide');
  drafts.removeAll(sam);
  expect(read()).toBeUndefined();
  expect(read({ ...sam, form: 'signOut' })).toBeUndefined();
  for (const owner of otherOwners) expect(read(owner)).toBeDefined();
  expect(localStorage.getItem(preference)).toBe('wide');
});

test('does not save from a form opened before the sign-out', () => {
  const drafts = createDraftsAt(startMs);
  const slotBeforeSignOut = drafts.getDrafts(sam).slot(firstId);
  drafts.removeAll(sam);
  slotBeforeSignOut.write({ name: 'Ann', note: '' });
  expect(localStorage).toHaveLength(0);
  drafts.getDrafts(sam).slot(firstId).write({ name: 'Ben', note: '' });
  expect(read()?.values).toEqual({ name: 'Ben', note: '' });
});

test(`removes drafts of all users after ${limits.draftDays} days`, () => {
  write({ name: 'Ann', note: '' });
  // Not a draft.
  localStorage.setItem('session.nuk.until', '1');
  const expiryMs = startMs + limits.draftDays * dayMs;
  expect(read(sam, expiryMs - 1)).toBeDefined();
  expect(read({ ...sam, email: 'kim@nuk.example' }, expiryMs)).toBeUndefined();
  expect({ ...localStorage }).toEqual({ 'session.nuk.until': '1' });
});

test.each([
  '',
  'null',
  '{',
  '[]',
  '{"savedAt":"yesterday","values":{}}',
  '{"savedAt":"2026-11-02T09:30:00.000Z","values":{"name":1,"note":""}}',
  '{"savedAt":"2026-11-02T09:30:00.000Z"}',
])('ignores an unreadable draft: %s', (text) => {
  write({ name: 'Ann', note: '' });
  const [key = ''] = Object.keys(localStorage);
  localStorage.setItem(key, text);
  expect(read()).toBeUndefined();
});

test('reports failed writes without storage', () => {
  const slot = createDraftsAt(startMs, () => {
    throw new Error('storage is off');
  })
    .getDrafts(sam)
    .slot(firstId);
  expect(slot.write({ name: 'Ann', note: '' })).toBe(false);
  slot.remove();
  expect(slot.read(schema)).toBeUndefined();
});
