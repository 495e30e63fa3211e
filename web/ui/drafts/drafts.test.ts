import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { ownName } from '#web/browser/memory.ts';
import { createClaims, resumeDraft } from './claims.ts';
import { createDrafts } from './drafts.ts';
import type { DraftOwner } from './drafts.ts';

const start = Date.parse('2026-11-02T09:30:00Z');
const day = 86_400_000;
const typed = z.object({ name: z.string(), note: z.string() });
const first = '6f1f7a52-6f0e-4a57-9a83-0c1f6a2d9a11';
const second = '7f1f7a52-6f0e-4a57-9a83-0c1f6a2d9a11';
const sam = { region: 'nuk', email: 'sam@nuk.example', form: 'signUp' } as const;

const draftsAt = (now: number, storage: () => Storage = () => localStorage) =>
  createDrafts({ storage, now: () => now });
const write = (values: unknown) => draftsAt(start).of(sam).slot(first).write(values);
const read = (owner: DraftOwner = sam, now = start) => draftsAt(now).of(owner).slot(first).read(typed);

test('what was kept is found again, with the instant at which it was kept, under a key that doesn’t tell whose it is', () => {
  write({ name: 'Ann', note: '' });
  expect(read()).toEqual({ savedAt: '2026-11-02T09:30:00.000Z', values: { name: 'Ann', note: '' } });
  expect(Object.keys(localStorage)).toEqual([expect.stringMatching(/^draft\.signUp\.[\w-]{36}\.nuk\.\w+$/)]);
  expect(JSON.stringify({ ...localStorage })).not.toContain('sam');
});

test.each([
  ['another user', { ...sam, email: 'kim@nuk.example' }],
  ['the same address in another region', { ...sam, region: 'nfr' }],
  ['another form', { ...sam, form: 'signOut' }],
] as const)('%s finds nothing', (_, other) => {
  write({ name: 'Ann', note: '' });
  expect(read(other)).toBeUndefined();
  expect(read()).toBeDefined();
});

test('a form has any number of drafts, each with an id of its own', () => {
  const own = draftsAt(start).of(sam);
  own.slot(first).write({ name: 'Ann', note: '' });
  own.slot(second).write({ name: 'Ben', note: '' });
  draftsAt(start)
    .of({ ...sam, form: 'signOut' })
    .slot(first)
    .write({ name: 'Cleo', note: '' });
  expect(own.ids().sort()).toEqual([first, second]);
  own.slot(first).remove();
  expect(own.ids()).toEqual([second]);
  expect(own.slot(second).read(typed)?.values.name).toBe('Ben');
});

test('what is discarded can be put back as it was, and is not gone on with until then', async () => {
  write({ name: 'Ann', note: '' });
  const slot = draftsAt(start + day)
    .of(sam)
    .slot(first);
  slot.discard();
  expect(read()).toBeUndefined();
  expect(await resumeDraft(slot, createClaims({ locks: () => undefined, patienceMs: 0 }), typed)).toBe('gone');
  expect(slot.putBack()).toBe(true);
  slot.putBack();
  expect(read()).toEqual({ savedAt: '2026-11-02T09:30:00.000Z', values: { name: 'Ann', note: '' } });
});

test('what is discarded does not come back after its user has signed out', () => {
  const drafts = draftsAt(start);
  write({ name: 'Ann', note: '' });
  const slot = drafts.of(sam).slot(first);
  slot.discard();
  drafts.removeAll(sam);
  slot.putBack();
  expect(localStorage).toHaveLength(0);
});

test('whoever signs out leaves no draft, whatever the form; others’ stay, and so does what is none', () => {
  const drafts = draftsAt(start);
  const others = [
    { ...sam, email: 'kim@nuk.example' },
    { ...sam, region: 'nfr' },
  ] as const;
  for (const owner of [sam, { ...sam, form: 'signOut' }, ...others])
    drafts.of(owner).slot(first).write({ name: 'Ann', note: '' });
  const preference = ownName('list', sam);
  localStorage.setItem(preference, 'wide');
  drafts.removeAll(sam);
  expect(read()).toBeUndefined();
  expect(read({ ...sam, form: 'signOut' })).toBeUndefined();
  for (const other of others) expect(read(other)).toBeDefined();
  expect(localStorage.getItem(preference)).toBe('wide');
});

test('a form that was open when its user signed out writes no more; one opened after the next sign-in does', () => {
  const drafts = draftsAt(start);
  const before = drafts.of(sam).slot(first);
  drafts.removeAll(sam);
  before.write({ name: 'Ann', note: '' });
  expect(localStorage).toHaveLength(0);
  drafts.of(sam).slot(first).write({ name: 'Ben', note: '' });
  expect(read()?.values).toEqual({ name: 'Ben', note: '' });
});

test(`a draft is kept for ${limits.draftDays} days, then it leaves the browser, whoever opens a form`, () => {
  write({ name: 'Ann', note: '' });
  // What is no draft stays.
  localStorage.setItem('session.nuk.until', '1');
  const end = start + limits.draftDays * day;
  expect(read(sam, end - 1)).toBeDefined();
  expect(read({ ...sam, email: 'kim@nuk.example' }, end)).toBeUndefined();
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
])('what cannot be read is no draft: %s', (text) => {
  write({ name: 'Ann', note: '' });
  const [key = ''] = Object.keys(localStorage);
  localStorage.setItem(key, text);
  expect(read()).toBeUndefined();
});

test('a browser that refuses storage keeps no drafts, says so and breaks nothing', () => {
  const slot = draftsAt(start, () => {
    throw new Error('storage is off');
  })
    .of(sam)
    .slot(first);
  expect(slot.write({ name: 'Ann', note: '' })).toBe(false);
  slot.remove();
  expect(slot.read(typed)).toBeUndefined();
});
