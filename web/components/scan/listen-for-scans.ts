import { flushSync } from 'react-dom';
import { characterMs, createScanDetector, pauseMs } from './scan-detector.ts';
import type { ScannedKeys } from './scan-detector.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Text field in which a scan started, with its text and selection before the scan. */
type Origin = {
  readonly field: TextField;
  readonly text: string;
  readonly selection: readonly [number | null, number | null];
};

type ScanAction = (() => void) | undefined;

/** Action for a scan: undefined if the scan stays in the field as typed; a promise while the rules for scans are loaded. */
export type ScanDecision = ScanAction | Promise<ScanDecision>;

/** Decides what happens to a scan; `fieldName` names the text field with the focus. */
export type DecideOnScan = (scannedKeys: ScannedKeys, fieldName: string | undefined) => ScanDecision;

const fieldSelector =
  'textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file], [type=date])';

const findTextField = (target: EventTarget | null): TextField | undefined =>
  target instanceof HTMLElement && target.matches(fieldSelector) ? (target as TextField) : undefined;

/** Returns the dialog around an element. The dropdown of a field also has this role, but belongs to the page. */
const findDialog = (element: Element): Element | undefined => {
  const dialog = element.closest('dialog, [role=dialog]');
  return dialog && !dialog.closest('[data-field]') ? dialog : undefined;
};

const setText = (field: TextField, text: string) => {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  // React ignores input events after a change through its own setter, so the browser's setter is called.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

const restore = ({ field, text, selection: [start, end] }: Origin) => {
  setText(field, text);
  field.setSelectionRange(start, end);
};

const copyKeyPress = (event: KeyboardEvent) => {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = event;
  return new KeyboardEvent('keydown', {
    key,
    code,
    shiftKey,
    ctrlKey,
    altKey,
    metaKey,
    bubbles: true,
    cancelable: true,
    composed: true,
  });
};

const stop = (event: Event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * Listens for scans on the page, or in the dialog that `root` is in, wherever the focus is. In a text field, the
 * characters appear as they are typed, and a scan that belongs elsewhere restores the field. Elsewhere they are held
 * back until it is known whether they are a scan, because a single key may be a shortcut. Returns the function that
 * ends listening.
 */
export const listenForScans = (root: Element, decide: DecideOnScan): (() => void) => {
  const detector = createScanDetector();
  const copiedEvents = new WeakSet<Event>();
  let origin: Origin | undefined;
  let heldEvents: KeyboardEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hold = (event: KeyboardEvent) => {
    stop(event);
    heldEvents.push(event);
  };
  const repeatKeys = (events: readonly KeyboardEvent[]) => {
    for (const event of events) {
      const copy = copyKeyPress(event);
      copiedEvents.add(copy);
      const target = event.target instanceof Element && event.target.isConnected ? event.target : document.body;
      target.dispatchEvent(copy);
    }
  };
  const releaseHeld = () => {
    const events = heldEvents;
    heldEvents = [];
    repeatKeys(events);
  };
  /**
   * Takes a scan while the rules are still being loaded. Restores the field at once, so that the next scan starts from its
   * original text; if the scan stays in the field after all, its text is inserted again.
   */
  const takeLater = (decision: Promise<ScanDecision>, { typed }: ScannedKeys, suffix: KeyboardEvent | undefined) => {
    const scanOrigin = origin;
    const textWithScan = scanOrigin?.field.value ?? '';
    const events = suffix ? [...heldEvents, suffix] : heldEvents;
    origin = undefined;
    heldEvents = [];
    if (scanOrigin) flushSync(() => restore(scanOrigin));
    const finish = (result: ScanDecision) => {
      if (typeof result === 'function') return result();
      if (scanOrigin) {
        const { field, text } = scanOrigin;
        flushSync(() => setText(field, field.value === text ? textWithScan : field.value + typed));
      }
      repeatKeys(events);
    };
    // If the rules cannot be loaded, a scan is handled like keyboard input.
    decision.then(finish, () => finish(undefined));
  };
  /** Returns whether the scan was taken. `suffix` is the key that ended the scan. */
  const take = (scannedKeys: ScannedKeys, suffix?: KeyboardEvent): boolean => {
    const field = origin?.field.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? (origin && '');
    const decision = decide(scannedKeys, field);
    if (decision instanceof Promise) {
      takeLater(decision, scannedKeys, suffix);
      return true;
    }
    const scanOrigin = origin;
    origin = undefined;
    if (!decision) {
      releaseHeld();
      return false;
    }
    heldEvents = [];
    // The form must know its restored values before the scan changes them.
    if (scanOrigin) flushSync(() => restore(scanOrigin));
    decision();
    return true;
  };
  /** Ends the scan after a pause, unless further characters are still queued behind a long task. */
  const finishAfterPause = () => {
    const scannedKeys = detector.finishAfterPause();
    if (scannedKeys) take(scannedKeys);
  };
  const waitForPause = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!detector.isLongEnough()) releaseHeld();
      timer = setTimeout(() => {
        timer = setTimeout(finishAfterPause);
      }, pauseMs - characterMs);
    }, characterMs);
  };
  const addCharacter = (event: KeyboardEvent, isFirst: boolean) => {
    const field = findTextField(event.target);
    // A focus change between two characters also sets a new origin, so that each field is restored to its own text.
    if (isFirst || field !== origin?.field) {
      releaseHeld();
      origin = field && { field, text: field.value, selection: [field.selectionStart, field.selectionEnd] };
    }
    // A first Space is not held back, because a copy of its event could not press a button. Neither is `/`, because it
    // would move the focus to the search only after the next key.
    const mustNotWait = isFirst && (event.key === ' ' || event.key === '/');
    if (!field && !mustNotWait) hold(event);
    waitForPause();
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (copiedEvents.has(event)) return;
    const isInSameDialog = event.target instanceof Element && findDialog(event.target) === findDialog(root);
    if (!isInSameDialog) return;
    const isCapsLockOn = event.getModifierState('CapsLock');
    const { key, code, shiftKey, ctrlKey, altKey, metaKey, repeat, isComposing, timeStamp: time } = event;
    const press = { key, code, shiftKey, ctrlKey, altKey, metaKey, repeat, isComposing, isCapsLockOn, time };
    const result = detector.press(press);
    switch (result.type) {
      case 'start':
      case 'continue':
        return addCharacter(event, result.type === 'start');
      case 'scan':
        clearTimeout(timer);
        if (take(result.scannedKeys, event)) stop(event);
        return;
      case 'suffix':
        return stop(event);
      case 'other':
        clearTimeout(timer);
        return releaseHeld();
      case 'modifier':
        return;
    }
  };
  window.addEventListener('keydown', handleKeyDown, true);
  return () => {
    window.removeEventListener('keydown', handleKeyDown, true);
    clearTimeout(timer);
  };
};
