import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { ownName } from '#web/browser/memory.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import { createDrafts } from './drafts.ts';
import type { DraftOwner } from './drafts.ts';

const start = Date.parse('2026-11-02T09:30:00Z');
const day = 86_400_000;
const typed = z.object({ name: z.string(), note: z.string() });
const sam = { region: 'nuk', email: 'sam@nuk.example', form: 'signUp' } as const;

const draftsAt = (now: number, storage: () => Storage = () => localStorage) =>
  createDrafts({ storage, now: () => now });
const write = (values: unknown) => draftsAt(start).slot(sam).write(values);
const read = (owner: DraftOwner = sam, now = start) => draftsAt(now).slot(owner).read(typed);

beforeEach(() => localStorage.clear());

test('what was kept is found again, with the instant at which it was kept', () => {
  write({ name: 'Ann', note: '' });
  expect(read()).toEqual({ savedAt: '2026-11-02T09:30:00.000Z', values: { name: 'Ann', note: '' } });
});

test('the key doesn’t tell whose it is', () => {
  write({ name: 'Ann', note: '' });
  expect(Object.keys(localStorage)).toEqual([expect.stringMatching(/^draft\.signUp\.nuk\.\w+$/)]);
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

test('fields that a draft has no business to hold are not restored', () => {
  write({ name: 'Ann', note: '', consent: true });
  expect(read()?.values).toEqual({ name: 'Ann', note: '' });
});

test('what was removed is gone', () => {
  write({ name: 'Ann', note: '' });
  draftsAt(start).slot(sam).remove();
  expect(read()).toBeUndefined();
});

test('whoever signs out leaves no draft, whatever the form; others’ stay, and so does what is none', () => {
  const drafts = draftsAt(start);
  const others = [
    { ...sam, email: 'kim@nuk.example' },
    { ...sam, region: 'nfr' },
  ] as const;
  for (const owner of [sam, { ...sam, form: 'signOut' }, ...others])
    drafts.slot(owner).write({ name: 'Ann', note: '' });
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
  const before = drafts.slot(sam);
  drafts.removeAll(sam);
  before.write({ name: 'Ann', note: '' });
  expect(localStorage).toHaveLength(0);
  drafts.slot(sam).write({ name: 'Ben', note: '' });
  expect(read()?.values).toEqual({ name: 'Ben', note: '' });
});

test(`a draft is kept for ${limits.draftDays} days, then it leaves the browser, whoever opens a form`, () => {
  write({ name: 'Ann', note: '' });
  const end = start + limits.draftDays * day;
  expect(read(sam, end - 1)).toBeDefined();
  expect(read({ ...sam, email: 'kim@nuk.example' }, end)).toBeUndefined();
  expect(localStorage).toHaveLength(0);
});

test('what is not a draft stays untouched', () => {
  localStorage.setItem('session.nuk.until', '1');
  draftsAt(start).slot(sam);
  expect(localStorage.getItem('session.nuk.until')).toBe('1');
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
  }).slot(sam);
  expect(slot.write({ name: 'Ann', note: '' })).toBe(false);
  slot.remove();
  expect(slot.read(typed)).toBeUndefined();
});

test('a browser without room keeps no drafts, says so and breaks nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const slot = draftsAt(start).slot(sam);
  expect(slot.write({ name: 'Ann', note: '' })).toBe(false);
  expect(slot.read(typed)).toBeUndefined();
});

const keeping = () => {
  const waiting = new Set<() => void>();
  const clock = {
    now: () => start,
    after: (_: number, work: () => void) => {
      waiting.add(work);
      return () => void waiting.delete(work);
    },
  };
  const slot = draftsAt(start).slot(sam);
  const onWritten = vi.fn<(isKept: boolean) => void>();
  const keeper = createDraftKeeper<{ name: string; note: string; consent: boolean }>({
    slot,
    kept: typed,
    isWorthIt: ({ name, note }) => `${name}${note}` !== '',
    clock,
    onWritten,
  });
  return { keeper, onWritten, waiting, pass: () => [...waiting].forEach((work) => work()) };
};

test('what is typed is written after a pause, once, without what is never kept', () => {
  const { keeper, onWritten, waiting, pass } = keeping();
  keeper.later({ name: 'A', note: '', consent: true });
  keeper.later({ name: 'An', note: '', consent: true });
  expect(localStorage).toHaveLength(0);
  expect(waiting.size).toBe(1);
  pass();
  expect(read()?.values).toEqual({ name: 'An', note: '' });
  expect(Object.values(localStorage).join()).not.toContain('consent');
  expect(onWritten.mock.calls).toEqual([[true]]);
});

test('a form that was emptied again leaves no draft', () => {
  const { keeper } = keeping();
  keeper.later({ name: 'A', note: '', consent: false });
  keeper.now();
  keeper.later({ name: '', note: '', consent: false });
  keeper.now();
  expect(localStorage).toHaveLength(0);
});

test('what was sent is forgotten, also what was about to be written', () => {
  const { keeper, waiting } = keeping();
  keeper.later({ name: 'A', note: '', consent: false });
  keeper.now();
  keeper.later({ name: 'An', note: '', consent: false });
  keeper.forget();
  keeper.now();
  expect(waiting.size).toBe(0);
  expect(localStorage).toHaveLength(0);
});
