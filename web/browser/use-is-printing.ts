import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;

const listen = (onChange: () => void) => {
  const begin = () => {
    isPrinting = true;
    // The browser prints what is there when the event ends.
    flushSync(onChange);
  };
  const end = () => {
    isPrinting = false;
    onChange();
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    isPrinting = false;
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
};

export const useIsPrinting = (): boolean => useSyncExternalStore(listen, () => isPrinting);
