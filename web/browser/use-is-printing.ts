import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;

const subscribe = (onChange: () => void) => {
  const handleBeforePrint = () => {
    isPrinting = true;
    // The browser prints the DOM as it is when this event handler returns, so React must render synchronously.
    flushSync(onChange);
  };
  const handleAfterPrint = () => {
    isPrinting = false;
    onChange();
  };
  window.addEventListener('beforeprint', handleBeforePrint);
  window.addEventListener('afterprint', handleAfterPrint);
  return () => {
    isPrinting = false;
    window.removeEventListener('beforeprint', handleBeforePrint);
    window.removeEventListener('afterprint', handleAfterPrint);
  };
};

export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
