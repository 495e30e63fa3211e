import { regions } from '#shared/config/regions.ts';
import { prefixes } from '#shared/config/regions.ts';
import type { Overview } from '#shared/statistics/overview.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Row } from '#web/components/lists/load-rows.ts';
import type { PrintJob } from '#web/ui/print/print.tsx';
import { PrintOnce } from '#web/ui/print/print.tsx';
import { SheetHead } from '#web/ui/print/sheet-parts.tsx';
import {
  createIssuesFigure,
  createOpenRepairsFigure,
  createProductsFigure,
  createTurnaroundFigure,
  createWeeksFigure,
} from './create-figures.ts';
import type { AllTexts } from './overview-texts.ts';
import { loadOverviewTexts } from './overview-texts.ts';
import type { Figure } from './panel.tsx';
import { cellText } from './panel.tsx';
import { createStoresFigure } from './stores-panel.tsx';

const PrintedFigure = <Item extends Row>({
  figure,
  texts,
}: {
  readonly figure: Figure<Item>;
  readonly texts: AllTexts;
}) => {
  const { title, finding, columns, items } = figure;
  return (
    <section>
      <h2>{title}</h2>
      <p>{finding}</p>
      {items.length > 0 && (
        <table>
          <thead>
            <tr>
              {columns.map(({ id, header }) => (
                <th key={id} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.id}>
                {columns.map((column) => (
                  <td key={column.id}>{cellText(column, item, texts.formatNumber)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};

type SheetProps = { readonly overview: Overview; readonly subject: string; readonly texts: AllTexts };

const OverviewSheet = ({ overview, subject, texts }: SheetProps) => {
  const { repairs, returns, stores, today } = overview;
  return (
    <>
      <SheetHead title={texts.t('shell.nav.overview')} texts={texts} />
      <p>
        {subject} · {texts.tOverview('asOf', { date: texts.formatLongDate(today) })}
      </p>
      {repairs && <PrintedFigure figure={createOpenRepairsFigure(repairs.open, texts)} texts={texts} />}
      {repairs && <PrintedFigure figure={createTurnaroundFigure(repairs.turnaround, texts)} texts={texts} />}
      {repairs && <PrintedFigure figure={createProductsFigure(repairs.products, texts)} texts={texts} />}
      {repairs && <PrintedFigure figure={createIssuesFigure(repairs.issues, texts)} texts={texts} />}
      {stores && <PrintedFigure figure={createStoresFigure(stores, texts, returns !== undefined)} texts={texts} />}
      {repairs && <PrintedFigure figure={createWeeksFigure('repairs', repairs.weeks, texts)} texts={texts} />}
      {returns && <PrintedFigure figure={createWeeksFigure('returns', returns.weeks, texts)} texts={texts} />}
    </>
  );
};

type Props = {
  readonly overview: Overview;
  /** Returns the region or store, and the period. */
  readonly formatSubject: (texts: AllTexts) => string;
  readonly onEnd: (hasFailed: boolean) => void;
};

/** Prints all figures as tables, in the region's language. */
export const PrintOverview = ({ overview, formatSubject, onEnd }: Props) => {
  const { region } = usePlace();
  const loadJob = async (): Promise<PrintJob> => {
    const tOverview = await loadOverviewTexts(prefixes[regions[region].prefix].language);
    return {
      // Only a print button shows a label, and this job has none.
      label: '',
      className: 'overview-sheet',
      renderSheet: ({ texts }) => {
        const allTexts = { ...texts, tOverview };
        return <OverviewSheet overview={overview} subject={formatSubject(allTexts)} texts={allTexts} />;
      },
    };
  };
  return <PrintOnce loadJob={loadJob} onEnd={onEnd} />;
};
