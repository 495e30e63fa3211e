import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createDraftKeeper } from './draft-keeper.ts';
import { createDrafts } from './drafts.ts';

const id = '6f1f7a52-6f0e-4a57-9a83-0c1f6a2d9a11';
const start = Date.parse('2026-11-02T09:30:00Z');
const typed = z.object({ id: z.uuid(), name: z.string() });
const values = (name: string) => ({ id, name, consent: true });

const opened = () => {
  const waiting = new Map<() => void, number>();
  const after = (ms: number, work: () => void) => {
    waiting.set(work, ms);
    return () => void waiting.delete(work);
  };
  const drafts = createDrafts({ storage: () => localStorage, now: () => start }).of({
    region: 'nuk',
    email: 'sam@nuk.example',
    form: 'signUp',
  });
  const release = vi.fn<() => void>();
  const onWritten = vi.fn<(isKept: boolean) => void>();
  const onBegin = vi.fn<(id: string) => void>();
  const onOwn = vi.fn<(id: string | undefined) => void>();
  const keeper = createDraftKeeper<ReturnType<typeof values>>({
    drafts,
    claims: { take: () => ({ granted: Promise.resolve(true), release }) },
    resumed: undefined,
    kept: typed,
    isWorthIt: ({ name }) => name !== '',
    after,
    onWritten,
    onBegin,
    onOwn,
  });
  return {
    keeper,
    release,
    onWritten,
    onBegin,
    onOwn,
    waiting,
    pass: () => [...waiting.keys()].forEach((work) => work()),
    kept: () => drafts.slot(id).read(typed)?.values.name,
  };
};

test('the first key is kept as soon as it shows, then what is typed after a pause, once, without what is never kept', () => {
  const { keeper, onWritten, onOwn, waiting, pass, kept } = opened();
  keeper.later(values('A'));
  expect([...waiting.values()]).toEqual([0]);
  pass();
  expect(kept()).toBe('A');
  expect(onOwn.mock.calls).toEqual([[id]]);
  keeper.later(values('An'));
  keeper.later(values('Ann'));
  expect(kept()).toBe('A');
  expect([...waiting.values()]).toEqual([500]);
  pass();
  expect(kept()).toBe('Ann');
  expect(Object.values({ ...localStorage }).join()).not.toContain('consent');
  expect(onWritten.mock.calls).toEqual([[true], [true]]);
  expect(onOwn).toHaveBeenCalledTimes(1);
});

test('the address has its id before anything is written, but for a form with nothing in it', () => {
  const { keeper, onBegin, pass } = opened();
  keeper.later(values(''));
  pass();
  expect(onBegin).not.toHaveBeenCalled();
  keeper.later(values('A'));
  expect(onBegin.mock.calls).toEqual([[id]]);
  expect(localStorage).toHaveLength(0);
});

test('keys that follow one another before the first was kept don’t put it off', () => {
  const { keeper, waiting, pass, kept } = opened();
  for (const name of ['A', 'An', 'Ann']) keeper.later(values(name));
  expect([...waiting.values()]).toEqual([0]);
  pass();
  expect(kept()).toBe('Ann');
});

test('a form that was emptied again leaves no draft', () => {
  const { keeper, pass, onOwn } = opened();
  keeper.later(values('A'));
  pass();
  keeper.later(values(''));
  keeper.now();
  expect(localStorage).toHaveLength(0);
  expect(onOwn.mock.calls).toEqual([[id], [undefined]]);
});

test('what was sent is no draft any more, nor what was about to be written', () => {
  const { keeper, waiting } = opened();
  keeper.later(values('A'));
  keeper.later(values('An'));
  keeper.sending();
  keeper.later(values('Ann'));
  keeper.answered(true);
  keeper.now();
  expect(waiting.size).toBe(0);
  expect(localStorage).toHaveLength(0);
});

test('whoever leaves the form while it is being sent finds no draft of what was taken', () => {
  const { keeper, onOwn } = opened();
  keeper.later(values('A'));
  keeper.sending();
  keeper.leave();
  keeper.answered(true);
  expect(localStorage).toHaveLength(0);
  // The address is another page's by now.
  expect(onOwn.mock.calls).toEqual([[id]]);
});

test('a draft that is being sent is nobody else’s until the answer has come', () => {
  const { keeper, release, kept } = opened();
  keeper.later(values('A'));
  keeper.sending();
  keeper.leave();
  expect(release).not.toHaveBeenCalled();
  keeper.answered(false);
  expect(release).toHaveBeenCalledTimes(1);
  expect(kept()).toBe('A');
});

test('a draft whose form is left after a refusal is free at once', () => {
  const { keeper, release } = opened();
  keeper.later(values('A'));
  keeper.sending();
  keeper.answered(false);
  expect(release).not.toHaveBeenCalled();
  keeper.leave();
  expect(release).toHaveBeenCalledTimes(1);
});
