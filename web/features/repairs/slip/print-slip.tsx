import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { regions } from '#shared/regions.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { useHere } from '#web/here.ts';
import { textsIn, useTexts } from '#web/i18n.ts';
import type { Texts } from '#web/i18n.ts';
import { setLabelPage } from './page-length.ts';
import type { Paper } from './paper.ts';
import { SlipSheet } from './slip-sheet.tsx';

type Job = { readonly paper: Paper; readonly texts: Texts; readonly encode: (text: string) => string | undefined };

/** Two buttons that print a repair's slip: on a sheet, or on a label. */
export const PrintSlip = ({ repair }: { readonly repair: Repair }) => {
  const { t } = useTexts();
  const { region } = useHere();
  const [job, setJob] = useState<Job>();
  const [hasFailed, setFailed] = useState(false);

  const print = async (paper: Paper) => {
    setFailed(false);
    try {
      // Only whoever prints needs barcodes and, on a page in another language, the region's texts.
      const [texts, { code128 }] = await Promise.all([textsIn(regions[region].prefix), import('./code-128.ts')]);
      setJob({ paper, texts, encode: code128 });
    } catch {
      setFailed(true);
    }
  };

  const sheet = useRef<HTMLElement>(null);
  const printed = useEffectEvent(() => setJob(undefined));
  useEffect(() => {
    if (!job || !sheet.current) return undefined;
    const takeBack = job.paper === '62' ? setLabelPage(sheet.current) : undefined;
    addEventListener('afterprint', printed);
    window.print();
    return () => {
      removeEventListener('afterprint', printed);
      takeBack?.();
    };
  }, [job]);

  return (
    <SpaceBetween size="xs">
      <SpaceBetween direction="horizontal" size="xs">
        <Button iconName="file" formAction="none" onClick={() => void print('a4')}>
          {t('repairs.slip.printA4')}
        </Button>
        <Button iconName="ticket" formAction="none" onClick={() => void print('62')}>
          {t('repairs.slip.print62')}
        </Button>
      </SpaceBetween>
      {hasFailed && (
        <div role="alert">
          <Box color="text-status-error">{t('repairs.slip.failed')}</Box>
        </div>
      )}
      {job && createPortal(<SlipSheet ref={sheet} repair={repair} region={region} {...job} />, document.body)}
    </SpaceBetween>
  );
};
