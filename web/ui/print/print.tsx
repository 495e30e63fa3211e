import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { ButtonProps } from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import './print.css';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Texts } from '#web/i18n/i18n.ts';
import { loadTexts } from '#web/i18n/load-texts.ts';

export type PrintResources = {
  /** Texts in the region's language instead of the page's, because printed documents are handed to others. */
  readonly texts: Texts;
  /** Encodes a text as a Code 128 bar code (`encodeCode128`); returns undefined if the text cannot be encoded. */
  readonly encode: (text: string) => string | undefined;
};

/** Loads the portal's font before the sheet is measured; a failure to load it does not prevent printing. */
const loadFonts = () =>
  Promise.allSettled(['400', '700'].map((weight) => document.fonts.load(`${weight} 1em 'Open Sans'`)));

export type PrintJob = Pick<ButtonProps, 'variant' | 'iconName'> & {
  readonly label: string;
  readonly className: string;
  readonly renderSheet: (resources: PrintResources) => ReactNode;
  /** Prepares the page for printing the sheet; the returned function undoes the preparation. */
  readonly prepare?: (sheet: HTMLElement) => () => void;
};

type ActivePrint = { readonly job: PrintJob; readonly resources: PrintResources };

/** Sheet that is printed when it is mounted, without the rest of the page. A new `key` prints again. */
const PrintSheet = ({ job, resources, onEnd }: ActivePrint & { readonly onEnd: () => void }) => {
  const sheet = useRef<HTMLElement>(null);
  const prepare = useEffectEvent((element: HTMLElement) => job.prepare?.(element));
  const handleEnd = useEffectEvent(onEnd);
  useEffect(() => {
    if (!sheet.current) return undefined;
    const undo = prepare(sheet.current);
    addEventListener('afterprint', handleEnd);
    window.print();
    return () => {
      removeEventListener('afterprint', handleEnd);
      undo?.();
    };
  }, []);
  return createPortal(
    <article ref={sheet} className={`print-sheet ${job.className}`} lang={resources.texts.locale}>
      {job.renderSheet(resources)}
    </article>,
    document.body,
  );
};

const loadResources = async (region: RegionId): Promise<PrintResources> => {
  const [texts, { encodeCode128 }] = await Promise.all([
    loadTexts(regions[region].prefix),
    import('./code-128.ts'),
    loadFonts(),
  ]);
  return { texts, encode: encodeCode128 };
};

type PrintOnceProps = {
  readonly loadJob: () => Promise<PrintJob>;
  /** Called with true if the sheet could not be prepared. */
  readonly onEnd: (hasFailed: boolean) => void;
};

/** Prints a job when mounted, for buttons of a list whose records are not loaded. */
export const PrintOnce = ({ loadJob, onEnd }: PrintOnceProps) => {
  const { region } = usePlace();
  const [activePrint, setActivePrint] = useState<ActivePrint>();
  const load = useEffectEvent(async () => {
    const [job, resources] = await Promise.all([loadJob(), loadResources(region)]);
    return { job, resources };
  });
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    load().then(setActivePrint, () => end(true));
  }, []);
  return (
    activePrint && <PrintSheet job={activePrint.job} resources={activePrint.resources} onEnd={() => onEnd(false)} />
  );
};

/** Button that prints a job. `failureText` is shown if the job could not be prepared. */
export const Print = ({ job, failureText }: { readonly job: PrintJob; readonly failureText: string }) => {
  const { region } = usePlace();
  const [activePrint, setActivePrint] = useState<ActivePrint & { readonly printCount: number }>();
  const [hasFailed, setFailed] = useState(false);

  const print = async () => {
    setFailed(false);
    // Removes the sheet of another button whose end the browser has not reported.
    dispatchEvent(new Event('afterprint'));
    try {
      const resources = await loadResources(region);
      setActivePrint((last) => ({ job, resources, printCount: (last?.printCount ?? 0) + 1 }));
    } catch {
      setFailed(true);
    }
  };

  return (
    <SpaceBetween size="xs">
      <Button
        variant={job.variant ?? 'normal'}
        iconName={job.iconName ?? 'file'}
        formAction="none"
        onClick={() => void print()}
      >
        {job.label}
      </Button>
      {hasFailed && (
        <div role="alert">
          <Box color="text-status-error">{failureText}</Box>
        </div>
      )}
      {activePrint && (
        <PrintSheet
          key={activePrint.printCount}
          job={activePrint.job}
          resources={activePrint.resources}
          onEnd={() => setActivePrint(undefined)}
        />
      )}
    </SpaceBetween>
  );
};
