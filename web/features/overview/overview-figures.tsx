import type { Overview, RepairsOverview } from '#shared/statistics/overview.ts';
import { OpenChart, SharesChart, TurnaroundChart, WeeksChart } from './charts.tsx';
import {
  createIssuesFigure,
  createOpenRepairsFigure,
  createProductsFigure,
  createTurnaroundFigure,
  createWeeksFigure,
} from './create-figures.ts';
import type { AllTexts } from './overview-texts.ts';
import { FigurePanel } from './panel.tsx';
import { createStoresFigure, StoresPanel } from './stores-panel.tsx';

type PanelProps = { readonly repairs: RepairsOverview; readonly texts: AllTexts };

const WeeksPanel = ({
  kind,
  weeks,
  texts,
}: {
  readonly kind: 'repairs' | 'returns';
  readonly weeks: RepairsOverview['weeks'];
  readonly texts: AllTexts;
}) => {
  const figure = createWeeksFigure(kind, weeks, texts);
  return (
    <FigurePanel figure={figure} texts={texts}>
      <WeeksChart label={figure.title} items={figure.items} texts={texts} />
    </FigurePanel>
  );
};

const OpenPanel = ({ repairs, texts }: PanelProps) => {
  const { tOverview } = texts;
  const figure = createOpenRepairsFigure(repairs.open, texts);
  const quotedCount = repairs.open.find(({ state }) => state === 'quoted')?.count ?? 0;
  return (
    <FigurePanel
      figure={figure}
      texts={texts}
      note={
        <ul className="overview-note">
          <li>{tOverview('open.quoted', { count: quotedCount })}</li>
          <li>{tOverview('open.returned', { count: repairs.returnedUnrepaired })}</li>
        </ul>
      }
    >
      <OpenChart label={figure.title} items={figure.items} texts={texts} />
    </FigurePanel>
  );
};

const TurnaroundPanel = ({ repairs, texts }: PanelProps) => {
  const { tOverview } = texts;
  const figure = createTurnaroundFigure(repairs.turnaround, texts);
  const { total } = repairs.turnaround;
  return (
    <FigurePanel
      figure={figure}
      texts={texts}
      note={
        <>
          <dl className="overview-note">
            {(['rma', 'receipt', 'dispatch'] as const).map((name) => {
              const spread = total[name];
              if (!spread) return null;
              const half = tOverview('turnaround.days', { count: spread.half });
              return (
                <div key={name}>
                  <dt>{tOverview(`turnaround.intervals.${name}`)}</dt>
                  <dd>{tOverview('turnaround.spread', { half, nineOfTen: spread.nineOfTen })}</dd>
                </div>
              );
            })}
          </dl>
          <p className="overview-note">{tOverview('turnaround.note')}</p>
        </>
      }
    >
      <TurnaroundChart label={figure.title} items={figure.items} texts={texts} />
    </FigurePanel>
  );
};

const SharesPanel = ({ name, repairs, texts }: PanelProps & { readonly name: 'products' | 'issues' }) => {
  const createFigure = { products: createProductsFigure, issues: createIssuesFigure }[name];
  const figure = createFigure(repairs[name], texts);
  return (
    <FigurePanel figure={figure} texts={texts}>
      <SharesChart label={figure.title} items={figure.items} texts={texts} />
    </FigurePanel>
  );
};

type FiguresProps = {
  readonly overview: Overview;
  readonly texts: AllTexts;
  /** Returns the query string of the overview of one store. */
  readonly toQuery: (storeId: string) => string;
};

export const OverviewFigures = ({ overview, texts, toQuery }: FiguresProps) => {
  const { repairs, returns, stores } = overview;
  return (
    <div className="overview-figures">
      {repairs && (
        <>
          <WeeksPanel kind="repairs" weeks={repairs.weeks} texts={texts} />
          <OpenPanel repairs={repairs} texts={texts} />
          <TurnaroundPanel repairs={repairs} texts={texts} />
          <SharesPanel name="products" repairs={repairs} texts={texts} />
          <SharesPanel name="issues" repairs={repairs} texts={texts} />
        </>
      )}
      {returns && <WeeksPanel kind="returns" weeks={returns.weeks} texts={texts} />}
      {stores && (
        <div className="overview-wide">
          <StoresPanel
            figure={createStoresFigure(stores, texts, returns !== undefined)}
            texts={texts}
            toQuery={toQuery}
          />
        </div>
      )}
    </div>
  );
};
