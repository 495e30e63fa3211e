import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import './print-sheet.css';

type Props = {
  readonly className: string;
  /** BCP 47, of what is on it. */
  readonly lang: string;
  readonly children: ReactNode;
  /** Makes the page ready for the sheet; what it returns takes that back. */
  readonly prepare?: (sheet: HTMLElement) => () => void;
  /** It was printed, or called off. */
  readonly onEnd: () => void;
};

/** A sheet for the printer alone: where it appears it is printed, and nothing else of the page is. A `key` of its own makes it another print. */
export const PrintSheet = ({ className, lang, children, prepare, onEnd }: Props) => {
  const sheet = useRef<HTMLElement>(null);
  const begin = useEffectEvent((element: HTMLElement) => prepare?.(element));
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!sheet.current) return undefined;
    const takeBack = begin(sheet.current);
    addEventListener('afterprint', end);
    window.print();
    return () => {
      removeEventListener('afterprint', end);
      takeBack?.();
    };
  }, []);
  return createPortal(
    <article ref={sheet} className={`print-sheet ${className}`} lang={lang}>
      {children}
    </article>,
    document.body,
  );
};
