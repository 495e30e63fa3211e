import { useState } from 'react';
import { regions } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Texts } from '#web/language/i18n.ts';
import { textsIn } from '#web/language/i18n.ts';

/** What a sheet is written with. */
export type Ink = {
  /** In the region's language, whatever the page speaks: what is printed is handed on. */
  readonly texts: Texts;
  /** The modules of a text's Code 128, if it has one. */
  readonly encode: (text: string) => string | undefined;
};

type Printing<Job> = { readonly job: Job; readonly ink: Ink; /** Counts the prints. */ readonly round: number };

/** Paper is set in the portal's own type, whatever the machine has: it is there before anything is measured, unless it cannot be had. */
const typeIsThere = () =>
  Promise.allSettled(['400', '700'].map((weight) => document.fonts.load(`${weight} 1em 'Open Sans'`)));

/** Prepares what is to be printed; show it in a PrintSheet. `Job` says what to print. */
export const usePrinting = <Job>() => {
  const { region } = usePlace();
  const [printing, setPrinting] = useState<Printing<Job>>();
  const [hasFailed, setFailed] = useState(false);

  const print = async (job: Job) => {
    setFailed(false);
    try {
      // Only whoever prints needs barcodes and, on a page in another language, the region's texts.
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

  return { printing, hasFailed, print, end: () => setPrinting(undefined) };
};
