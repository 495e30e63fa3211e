import type { Repair } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { Paper } from '#web/ui/print/paper.ts';
import type { PrintJob } from '#web/ui/print/print.tsx';
import { Print } from '#web/ui/print/print.tsx';
import { SlipSheet } from './slip-sheet.tsx';

const mmPerPixel = 25.4 / 96;

/** A label's page, just as long as what stands on it, in millimetres. A label from a roll has no length of its own. */
const pageLength = (heightPixels: number) => Math.ceil(heightPixels * mmPerPixel) + 1;

/** Sets the page of labels while they are printed; returns what takes it back. */
const setLabelPage = (sheet: HTMLElement) => {
  const rules = new CSSStyleSheet();
  rules.replaceSync(`@page slip-62 { size: 62mm ${pageLength(sheet.getBoundingClientRect().height)}mm; margin: 0; }`);
  document.adoptedStyleSheets.push(rules);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== rules);
  };
};

/** What of an A4 sheet is within its margins, in millimetres (slip.css). */
const sheetLength = 277;

/** Writes smaller what is more than a sheet, and cuts the description only where the sheet would end all the same: the portal has all of it. */
const fitSheet = (sheet: HTMLElement) => {
  const over = () => sheet.getBoundingClientRect().height - sheetLength / mmPerPixel;
  for (const size of ['is-small', 'is-full']) if (over() > 0) sheet.classList.add(size);
  const text = sheet.querySelector<HTMLElement>('.is-clamped dd');
  if (text && over() > 0) {
    const line = Number.parseFloat(getComputedStyle(text).lineHeight);
    const lines = Math.floor((text.clientHeight - over()) / line);
    text.style.setProperty('-webkit-line-clamp', String(Math.max(1, lines)));
  }
  return () => undefined;
};

const prepare = { a4: fitSheet, '62': setLabelPage } as const satisfies Record<Paper, unknown>;

type Props = { readonly repair: Repair; readonly variant?: 'primary' | 'normal' };

/** Two buttons that print a repair's slip: on a sheet, or on a label. */
export const PrintSlip = ({ repair, variant = 'normal' }: Props) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const jobOf = (paper: Paper): Pick<PrintJob, 'className' | 'prepare' | 'renderSheet'> => ({
    className: `slip-sheet is-${paper}`,
    prepare: prepare[paper],
    renderSheet: (ink) => <SlipSheet repair={repair} region={region} paper={paper} ink={ink} />,
  });
  return (
    <Print
      jobs={[
        { label: t('repairs.slip.printA4'), variant, ...jobOf('a4') },
        { label: t('repairs.slip.print62'), iconName: 'ticket', ...jobOf('62') },
      ]}
      failed={t('repairs.slip.failed')}
    />
  );
};
