import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { areKeyShortcutsOn, keyShortcutsName } from '#web/browser/key-shortcuts.ts';
import { browserMemory } from '#web/browser/memory.ts';
import { createStore } from '#web/browser/store.ts';
import { isNarrow } from '#web/browser/window-width.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { FindIcon } from './icons.tsx';
import { loadWithCloudscape } from './load-with-cloudscape.ts';

const {
  Lazy: FindDialog,
  usePreload,
  load,
} = createLazyComponent(loadWithCloudscape(async () => (await import('./find-dialog.tsx')).FindDialog));

const shortcutStore = createStore(areKeyShortcutsOn());

/** State of the `/` search shortcut, persisted in this browser. */
export const searchShortcut = {
  useIsOn: () => useSyncExternalStore(shortcutStore.subscribe, shortcutStore.get),
  setOn: (shouldBeOn: boolean) => {
    shortcutStore.set(shouldBeOn);
    if (shouldBeOn) browserMemory.remove(keyShortcutsName);
    else browserMemory.set(keyShortcutsName, 'off');
  },
};

const isTypingOrModalOpen = (target: EventTarget | null) =>
  document.querySelector('dialog[open], [role=dialog]') !== null ||
  (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select')));

export const FindButton = () => {
  const { t } = useTexts();
  const label = t(`find.label.${useSession()?.isRegisterReturnsAllowed ? 'both' : 'repairs'}`);
  const [isOpen, setOpen] = useState(false);
  const isShortcutOn = searchShortcut.useIsOn();

  const open = () => {
    const pageSearchField = isNarrow() ? null : document.querySelector<HTMLInputElement>('.bar-find input');
    if (!pageSearchField) return void load().then(setOpen);
    pageSearchField.focus();
    pageSearchField.select();
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTypingOrModalOpen(event.target))
      return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    if (!isShortcutOn) return undefined;
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isShortcutOn]);
  // The dialog is preloaded, so that input from a barcode scanner right after `/` reaches its field.
  usePreload();

  return (
    <>
      <button
        type="button"
        className="bar-button find-button"
        onClick={open}
        {...(isShortcutOn && { 'aria-keyshortcuts': '/' })}
      >
        <FindIcon />
        <span>{label}</span>
        {isShortcutOn && (
          <kbd className="of-keys" aria-hidden="true">
            /
          </kbd>
        )}
      </button>
      {isOpen && <FindDialog onClose={() => setOpen(false)} />}
    </>
  );
};
