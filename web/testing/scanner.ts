import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { passKeyTime } from './key-times.ts';

/** Time between two keys of a scanner, in milliseconds. */
const intervalMs = 5;

const typeCharacter = (target: Element, character: string) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return;
  const prototype = target instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  const { selectionStart, selectionEnd, value } = target;
  const nextValue =
    value.slice(0, selectionStart ?? value.length) + character + value.slice(selectionEnd ?? value.length);
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(target, nextValue);
  target.dispatchEvent(new Event('input', { bubbles: true }));
};

const dispatchKey = (key: string, init: KeyboardEventInit) => {
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  // The time stamps are set, because on a slow machine the keys would be as slow as those of a person.
  Object.defineProperty(event, 'timeStamp', { value: passKeyTime(intervalMs) });
  const isDefaultAllowed = target.dispatchEvent(event);
  if (isDefaultAllowed && key.length === 1 && !event.ctrlKey) typeCharacter(target, key);
};

const toCode = (character: string) => {
  if (/\d/.test(character)) return `Digit${character}`;
  return /[a-z]/i.test(character) ? `Key${character.toUpperCase()}` : '';
};

/** Types a code as a scanner does, into whatever has the focus, and waits until the page has put it into a field. */
export const scan = async (code: string, suffix: 'Enter' | 'Tab' = 'Enter') => {
  // The scan starts well after any key that the test has typed before.
  passKeyTime(500);
  for (const character of code)
    act(() => {
      // Scanners send the separator of GS1 codes as Ctrl+].
      if (character === '\u001D') dispatchKey(']', { code: 'BracketRight', ctrlKey: true });
      else dispatchKey(character, { code: toCode(character), shiftKey: /[A-Z]/.test(character) });
    });
  await act(async () => {
    dispatchKey(suffix, { code: suffix });
    // The first scan of a page loads the rules for scans (classify-scan.ts).
    await vi.dynamicImportSettled();
    await new Promise((resolve) => setTimeout(resolve));
  });
};
