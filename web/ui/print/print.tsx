import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { ButtonProps } from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import './print.css';
import { regions } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Texts } from '#web/language/i18n.ts';
import { textsIn } from '#web/language/i18n.ts';

export type Ink = {
  /** In the region's language, whatever the page speaks: what is printed is handed on. */
  readonly texts: Texts;
  readonly encode: (text: string) => string | undefined;
};

/** Paper is set in the portal's own type, whatever the machine has: it is there before anything is measured, unless it cannot be had. */
const typeIsThere = () =>
  Promise.allSettled(['400', '700'].map((weight) => document.fonts.load(`${weight} 1em 'Open Sans'`)));

type SheetProps = {
  readonly className: string;
  readonly lang: string;
  readonly children: ReactNode;
  /** Makes the page ready for the sheet; what it returns takes that back. */
  readonly prepare: ((sheet: HTMLElement) => () => void) | undefined;
  readonly onEnd: () => void;
};

/** A sheet for the printer alone: where it appears it is printed, and nothing else of the page is. A `key` of its own makes it another print. */
const PrintSheet = ({ className, lang, children, prepare, onEnd }: SheetProps) => {
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

export type PrintJob = Pick<ButtonProps, 'variant' | 'iconName'> & {
  readonly label: string;
  readonly className: string;
  readonly renderSheet: (ink: Ink) => ReactNode;
  /** Makes the page ready for the sheet; what it returns takes that back. */
  readonly prepare?: (sheet: HTMLElement) => () => void;
};

type Props = {
  readonly jobs: readonly PrintJob[];
  readonly failed: string;
};

export const Print = ({ jobs, failed }: Props) => {
  const { region } = usePlace();
  const [printing, setPrinting] = useState<{ readonly at: number; readonly ink: Ink; readonly round: number }>();
  const [hasFailed, setFailed] = useState(false);

  const print = async (at: number) => {
    setFailed(false);
    try {
      // Only whoever prints needs barcodes and, on a page in another language, the region's texts.
      const [texts, { code128 }] = await Promise.all([
        textsIn(regions[region].prefix),
        import('./code-128.ts'),
        typeIsThere(),
      ]);
      setPrinting((last) => ({ at, ink: { texts, encode: code128 }, round: (last?.round ?? 0) + 1 }));
    } catch {
      setFailed(true);
    }
  };

  const job = printing && jobs[printing.at];
  return (
    <SpaceBetween size="xs">
      <SpaceBetween direction="horizontal" size="xs">
        {jobs.map(({ label, variant = 'normal', iconName = 'file' }, at) => (
          <Button key={label} variant={variant} iconName={iconName} formAction="none" onClick={() => void print(at)}>
            {label}
          </Button>
        ))}
      </SpaceBetween>
      {hasFailed && (
        <div role="alert">
          <Box color="text-status-error">{failed}</Box>
        </div>
      )}
      {printing && job && (
        <PrintSheet
          key={printing.round}
          className={job.className}
          lang={printing.ink.texts.locale}
          prepare={job.prepare}
          onEnd={() => setPrinting(undefined)}
        >
          {job.renderSheet(printing.ink)}
        </PrintSheet>
      )}
    </SpaceBetween>
  );
};
