import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createDraftAutosave } from './draft-autosave.ts';
import { createDrafts } from './drafts.ts';

const id = '6f1f7a52-6f0e-4a57-9a83-0c1f6a2d9a11';
const start = Date.parse('2026-11-02T09:30:00Z');
const schema = z.object({ id: z.uuid(), name: z.string() });
const values = (name: string) => ({ id, name, consent: true });

const openForm = () => {
  const timers = new Map<() => void, number>();
  const after = (ms: number, work: () => void) => {
    timers.set(work, ms);
    return () => void timers.delete(work);
  };
  const drafts = createDrafts({ storage: () => localStorage, now: () => start }).forOwner({
    region: 'nuk',
    email: 'sam@nuk.example',
    form: 'signUp',
  });
  const release = vi.fn<() => void>();
  const onWritten = vi.fn<(isKept: boolean) => void>();
  const onBegin = vi.fn<(id: string) => void>();
  const onOwn = vi.fn<(id: string | undefined) => void>();
  const keeper = createDraftAutosave<ReturnType<typeof values>>({
    drafts,
    tabLocks: { request: () => ({ granted: Promise.resolve(true), release }) },
    resumed: undefined,
    schema,
    isWorthSaving: ({ name }) => name !== '',
    schedule: after,
    onWritten,
    onIdChosen: onBegin,
    onDraftChange: onOwn,
  });
  return {
    keeper,
    release,
    onWritten,
    onBegin,
    onOwn,
    timers,
    pass: () => [...timers.keys()].forEach((work) => work()),
    kept: () => drafts.slot(id).read(schema)?.values.name,
  };
};

test('saves the first key at once, then after a pause', () => {
  const { keeper, onWritten, onOwn, timers, pass, kept } = openForm();
  keeper.saveLater(values('A'));
  expect([...timers.values()]).toEqual([0]);
  pass();
  expect(kept()).toBe('A');
  expect(onOwn.mock.calls).toEqual([[id]]);
  keeper.saveLater(values('An'));
  keeper.saveLater(values('Ann'));
  expect(kept()).toBe('A');
  expect([...timers.values()]).toEqual([500]);
  pass();
  expect(kept()).toBe('Ann');
  expect(Object.values({ ...localStorage }).join()).not.toContain('consent');
  expect(onWritten.mock.calls).toEqual([[true], [true]]);
  expect(onOwn).toHaveBeenCalledTimes(1);
});

test('reports the id before saving, unless the form is empty', () => {
  const { keeper, onBegin, pass } = openForm();
  keeper.saveLater(values(''));
  pass();
  expect(onBegin).not.toHaveBeenCalled();
  keeper.saveLater(values('A'));
  expect(onBegin.mock.calls).toEqual([[id]]);
  expect(localStorage).toHaveLength(0);
});

test('saves the first value in spite of further keys', () => {
  const { keeper, timers, pass, kept } = openForm();
  for (const name of ['A', 'An', 'Ann']) keeper.saveLater(values(name));
  expect([...timers.values()]).toEqual([0]);
  pass();
  expect(kept()).toBe('Ann');
});

test('removes the draft when the form is emptied', () => {
  const { keeper, pass, onOwn } = openForm();
  keeper.saveLater(values('A'));
  pass();
  keeper.saveLater(values(''));
  keeper.flush();
  expect(localStorage).toHaveLength(0);
  expect(onOwn.mock.calls).toEqual([[id], [undefined]]);
});

test('removes the draft after sending, with pending writes', () => {
  const { keeper, timers } = openForm();
  keeper.saveLater(values('A'));
  keeper.saveLater(values('An'));
  keeper.startSending();
  keeper.saveLater(values('Ann'));
  keeper.finishSending(true);
  keeper.flush();
  expect(timers.size).toBe(0);
  expect(localStorage).toHaveLength(0);
});

test('removes the draft when the form closes during sending', () => {
  const { keeper, onOwn } = openForm();
  keeper.saveLater(values('A'));
  keeper.startSending();
  keeper.close();
  keeper.finishSending(true);
  expect(localStorage).toHaveLength(0);
  // The address already belongs to another page.
  expect(onOwn.mock.calls).toEqual([[id]]);
});

test('keeps the lock until the response arrives', () => {
  const { keeper, release, kept } = openForm();
  keeper.saveLater(values('A'));
  keeper.startSending();
  keeper.close();
  expect(release).not.toHaveBeenCalled();
  keeper.finishSending(false);
  expect(release).toHaveBeenCalledTimes(1);
  expect(kept()).toBe('A');
});

test('releases the lock when closed after a rejection', () => {
  const { keeper, release } = openForm();
  keeper.saveLater(values('A'));
  keeper.startSending();
  keeper.finishSending(false);
  expect(release).not.toHaveBeenCalled();
  keeper.close();
  expect(release).toHaveBeenCalledTimes(1);
});
