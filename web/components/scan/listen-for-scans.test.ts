import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scan } from '#web/testing/scanner.ts';
import type { DecideOnScan, ScanDecision } from './listen-for-scans.ts';
import { listenForScans } from './listen-for-scans.ts';

let input: HTMLInputElement;
let stop = () => {};

beforeEach(() => {
  document.body.innerHTML = '<div data-field="reference"><input value="RET-1"></div><button>Book</button>';
  input = document.querySelector('input') ?? input;
  input.focus();
  input.setSelectionRange(5, 5);
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

/** Listens while the rules that classify scans are still being loaded; `settle` decides about the scans in their order. */
const listenWhileLoading = () => {
  const pendingDecisions: PromiseWithResolvers<ScanDecision>[] = [];
  const decide = vi.fn<DecideOnScan>(() => {
    const decision = Promise.withResolvers<ScanDecision>();
    pendingDecisions.push(decision);
    return decision.promise;
  });
  stop = listenForScans(document.body, decide);
  return {
    decide,
    settle: (settleFirst: (decision: PromiseWithResolvers<ScanDecision>) => void) =>
      act(async () => {
        const [first] = pendingDecisions.splice(0, 1);
        if (first) settleFirst(first);
      }),
  };
};

test('restores the field while rules are loaded, then places the scan', async () => {
  const { decide, settle } = listenWhileLoading();
  const place = vi.fn();
  await scan('XAW10075273469');
  expect(decide).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ typed: 'XAW10075273469' }), 'reference');
  expect(input).toHaveValue('RET-1');
  await settle(({ resolve }) => resolve(place));
  expect(place).toHaveBeenCalledOnce();
  expect(input).toHaveValue('RET-1');
});

test.each([
  ['stays in the field', ({ resolve }: PromiseWithResolvers<ScanDecision>) => resolve(undefined)],
  ['cannot be classified', ({ reject }: PromiseWithResolvers<ScanDecision>) => reject(new Error('Offline'))],
])('inserts the scan again and repeats Enter if it %s', async (_, settleFirst) => {
  const { settle } = listenWhileLoading();
  const pressedKeys: string[] = [];
  input.addEventListener('keydown', ({ key }) => pressedKeys.push(key));
  await scan('2001-0026');
  expect(pressedKeys).not.toContain('Enter');
  await settle(settleFirst);
  expect(input).toHaveValue('RET-12001-0026');
  expect(pressedKeys.at(-1)).toBe('Enter');
});

test('keeps two scans apart while rules are loaded', async () => {
  const { decide, settle } = listenWhileLoading();
  const placedScans: string[] = [];
  await scan('XAW10075273469');
  await scan('9520001000072');
  await settle(({ resolve }) => resolve(() => placedScans.push('first')));
  await settle(({ resolve }) => resolve(() => placedScans.push('second')));
  expect(placedScans).toEqual(['first', 'second']);
  expect(decide.mock.calls.map(([{ typed }]) => typed)).toEqual(['XAW10075273469', '9520001000072']);
  expect(input).toHaveValue('RET-1');
});

test('holds back keys outside text fields, and repeats them if they are no scan', async () => {
  const { settle } = listenWhileLoading();
  const pressedKeys: string[] = [];
  const button = document.querySelector('button');
  button?.focus();
  button?.addEventListener('keydown', ({ key }) => pressedKeys.push(key));
  await scan('2001-0026');
  expect(pressedKeys).toEqual([]);
  await settle(({ resolve }) => resolve(undefined));
  expect(pressedKeys).toEqual([...'2001-0026', 'Enter']);
});

test.each(['/', ' '])('does not hold back a first %j, which has its own effect', (first) => {
  stop = listenForScans(document.body, () => undefined);
  const keys: string[] = [];
  const button = document.querySelector('button') ?? document.body;
  button.focus();
  const recordKey = ({ key }: KeyboardEvent) => keys.push(key);
  document.body.addEventListener('keydown', recordKey);
  for (const key of [first, 'a'])
    button.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  document.body.removeEventListener('keydown', recordKey);
  expect(keys).toEqual([first]);
});

test('handles scans in a dialog and on the page separately', async () => {
  document.body.insertAdjacentHTML('beforeend', '<dialog open><input></dialog>');
  const dialog = document.querySelector('dialog') ?? document.body;
  const decideOnPage = vi.fn<DecideOnScan>(() => () => undefined);
  const decideInDialog = vi.fn<DecideOnScan>(() => () => undefined);
  const stopPage = listenForScans(document.body, decideOnPage);
  const stopDialog = listenForScans(dialog, decideInDialog);
  stop = () => {
    stopPage();
    stopDialog();
  };
  await scan('2001-0026');
  expect([decideOnPage.mock.calls.length, decideInDialog.mock.calls.length]).toEqual([1, 0]);
  dialog.querySelector('input')?.focus();
  await scan('2001-0027');
  expect([decideOnPage.mock.calls.length, decideInDialog.mock.calls.length]).toEqual([1, 1]);
});
