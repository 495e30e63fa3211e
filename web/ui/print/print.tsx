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

export type PrintJob = Pick<ButtonProps, 'variant' | 'iconName'> & {
  readonly label: string;
  readonly className: string;
  readonly renderSheet: (ink: Ink) => ReactNode;
  /** Makes the page ready for the sheet; what it returns takes that back. */
  readonly prepare?: (sheet: HTMLElement) => () => void;
};

type Printing = { readonly job: PrintJob; readonly ink: Ink };

/** A sheet for the printer alone: where it appears it is printed, and nothing else of the page is. A `key` of its own makes it another print. */
const PrintSheet = ({ job, ink, onEnd }: Printing & { readonly onEnd: () => void }) => {
  const sheet = useRef<HTMLElement>(null);
  const begin = useEffectEvent((element: HTMLElement) => job.prepare?.(element));
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
    <article ref={sheet} className={`print-sheet ${job.className}`} lang={ink.texts.locale}>
      {job.renderSheet(ink)}
    </article>,
    document.body,
  );
};

export const Print = ({ jobs, failed }: { readonly jobs: readonly PrintJob[]; readonly failed: string }) => {
  const { region } = usePlace();
  const [printing, setPrinting] = useState<Printing & { readonly round: number }>();
  const [hasFailed, setFailed] = useState(false);

  const print = async (job: PrintJob) => {
    setFailed(false);
    try {
      const [texts, { code128 }] = await Promise.all([
        textsIn(regions[region].prefix),
        import('./code-128.ts'),
        typeIsThere(),
      ]);
      setPrinting((last) => ({ job, ink: { texts, encode: code128 }, round: (last?.round ?? 0) + 1 }));
    } catch {
      setFailed(true);
    }
  };

  return (
    <SpaceBetween size="xs">
      <SpaceBetween direction="horizontal" size="xs">
        {jobs.map((job) => (
          <Button
            key={job.label}
            variant={job.variant ?? 'normal'}
            iconName={job.iconName ?? 'file'}
            formAction="none"
            onClick={() => void print(job)}
          >
            {job.label}
          </Button>
        ))}
      </SpaceBetween>
      {hasFailed && (
        <div role="alert">
          <Box color="text-status-error">{failed}</Box>
        </div>
      )}
      {printing && (
        <PrintSheet key={printing.round} job={printing.job} ink={printing.ink} onEnd={() => setPrinting(undefined)} />
      )}
    </SpaceBetween>
  );
};
