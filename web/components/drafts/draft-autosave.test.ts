import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createDraftAutosave } from './draft-autosave.ts';
import { createDrafts } from './drafts.ts';

const id = '6f1f7a52-6f0e-4a57-9a83-0c1f6a2d9a11';
const nowMs = Date.parse('2026-11-02T09:30:00Z');
const schema = z.object({ id: z.uuid(), name: z.string() });
const buildValues = (name: string) => ({ id, name, consent: true });

const openForm = () => {
  const timers = new Map<() => void, number>();
  const schedule = (ms: number, callback: () => void) => {
    timers.set(callback, ms);
    return () => void timers.delete(callback);
  };
  const drafts = createDrafts({ storage: () => localStorage, now: () => nowMs }).getDrafts({
    region: 'nuk',
    email: 'sam@nuk.example',
    form: 'signUp',
  });
  const release = vi.fn<() => void>();
  const onWritten = vi.fn<(isStored: boolean) => void>();
  const onIdChosen = vi.fn<(id: string) => void>();
  const onDraftChange = vi.fn<(id: string | undefined) => void>();
  const autosave = createDraftAutosave<ReturnType<typeof buildValues>>({
    drafts,
    tabLocks: { request: () => ({ granted: Promise.resolve(true), release }) },
    resumedDraft: undefined,
    schema,
    isWorthSaving: ({ name }) => name !== '',
    schedule,
    onWritten,
    onIdChosen,
    onDraftChange,
  });
  return {
    autosave,
    release,
    onWritten,
    onIdChosen,
    onDraftChange,
    timers,
    runTimers: () => [...timers.keys()].forEach((callback) => callback()),
    readSavedName: () => drafts.slot(id).read(schema)?.values.name,
  };
};

test('saves the first input at once and later input after a pause', () => {
  const { autosave, onWritten, onDraftChange, timers, runTimers, readSavedName } = openForm();
  autosave.saveLater(buildValues('A'));
  expect([...timers.values()]).toEqual([0]);
  runTimers();
  expect(readSavedName()).toBe('A');
  expect(onDraftChange.mock.calls).toEqual([[id]]);
  autosave.saveLater(buildValues('An'));
  autosave.saveLater(buildValues('Ann'));
  expect(readSavedName()).toBe('A');
  expect([...timers.values()]).toEqual([500]);
  runTimers();
  expect(readSavedName()).toBe('Ann');
  expect(Object.values({ ...localStorage }).join()).not.toContain('consent');
  expect(onWritten.mock.calls).toEqual([[true], [true]]);
  expect(onDraftChange).toHaveBeenCalledTimes(1);
});

test('reports the id before saving, unless the form is empty', () => {
  const { autosave, onIdChosen, runTimers } = openForm();
  autosave.saveLater(buildValues(''));
  runTimers();
  expect(onIdChosen).not.toHaveBeenCalled();
  autosave.saveLater(buildValues('A'));
  expect(onIdChosen.mock.calls).toEqual([[id]]);
  expect(localStorage).toHaveLength(0);
});

test('saves the first input without waiting for a pause', () => {
  const { autosave, timers, runTimers, readSavedName } = openForm();
  for (const name of ['A', 'An', 'Ann']) autosave.saveLater(buildValues(name));
  expect([...timers.values()]).toEqual([0]);
  runTimers();
  expect(readSavedName()).toBe('Ann');
});

test('removes the draft when the form is emptied', () => {
  const { autosave, runTimers, onDraftChange } = openForm();
  autosave.saveLater(buildValues('A'));
  runTimers();
  autosave.saveLater(buildValues(''));
  autosave.flush();
  expect(localStorage).toHaveLength(0);
  expect(onDraftChange.mock.calls).toEqual([[id], [undefined]]);
});

test('removes the draft and cancels pending writes after sending', () => {
  const { autosave, timers } = openForm();
  autosave.saveLater(buildValues('A'));
  autosave.saveLater(buildValues('An'));
  autosave.startSending();
  autosave.saveLater(buildValues('Ann'));
  autosave.finishSending(true);
  autosave.flush();
  expect(timers.size).toBe(0);
  expect(localStorage).toHaveLength(0);
});

test('removes the draft when sending ends after the form has closed', () => {
  const { autosave, onDraftChange } = openForm();
  autosave.saveLater(buildValues('A'));
  autosave.startSending();
  autosave.close();
  autosave.finishSending(true);
  expect(localStorage).toHaveLength(0);
  // The URL already belongs to another page.
  expect(onDraftChange.mock.calls).toEqual([[id]]);
});

test('keeps the lock until the response arrives', () => {
  const { autosave, release, readSavedName } = openForm();
  autosave.saveLater(buildValues('A'));
  autosave.startSending();
  autosave.close();
  expect(release).not.toHaveBeenCalled();
  autosave.finishSending(false);
  expect(release).toHaveBeenCalledTimes(1);
  expect(readSavedName()).toBe('A');
});

test('releases the lock when closed after a rejection', () => {
  const { autosave, release } = openForm();
  autosave.saveLater(buildValues('A'));
  autosave.startSending();
  autosave.finishSending(false);
  expect(release).not.toHaveBeenCalled();
  autosave.close();
  expect(release).toHaveBeenCalledTimes(1);
});
