import './overview.css';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { storeId as storeIdField } from '#shared/api/fields.ts';
import { stores as routes } from '#shared/api/routes/stores.ts';
import { regions } from '#shared/config/regions.ts';
import type { Overview, Period } from '#shared/statistics/overview.ts';
import { periods } from '#shared/statistics/overview.ts';
import { usePlace } from '#web/browser/place.ts';
import { StoreFilter } from '#web/components/forms/store-field.tsx';
import { FilterSelect } from '#web/components/lists/filter-select.tsx';
import { LoadFailed, Loading } from '#web/components/lists/loading.tsx';
import { useQuery } from '#web/data/use-query.ts';
import { useStores } from '#web/data/use-stores.ts';
import { useSession } from '#web/session/session-store.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import type { AllTexts } from './overview-texts.ts';
import { useOverviewTexts } from './overview-texts.ts';
import { PrintOverview } from './print-overview.tsx';

/** Returns whether nothing was booked in the period or the year before, and nothing is open. */
const isEmpty = ({ repairs, returns }: Overview): boolean =>
  [...(repairs?.weeks ?? []), ...(returns?.weeks ?? [])].every(
    ({ count = 0, countBefore }) => count + countBefore === 0,
  ) && (repairs?.open ?? []).every(({ count }) => count === 0);

/** Returns the period and the store of the URL's query, without invalid values. Staff always see their own store, so their store is undefined. */
const useOverviewFilters = () => {
  const [params, setParams] = useSearchParams();
  const isAdmin = useSession()?.isAdminUser ?? false;
  const period = periods.find((name) => name === params.get('period')) ?? periods[0];
  const storeId = isAdmin ? storeIdField.safeParse(params.get('storeId')).data : undefined;
  const toParams = (change: { readonly period?: Period; readonly storeId?: string | undefined }) => {
    const newFilters = { period, storeId, ...change };
    return new URLSearchParams({
      ...(newFilters.period !== periods[0] && { period: newFilters.period }),
      ...(newFilters.storeId !== undefined && { storeId: newFilters.storeId }),
    });
  };
  return { period, storeId, isAdmin, toParams, setParams };
};

/** Name and id of a store. Only for admins, because other users may not list stores. */
const StoreName = ({ storeId }: { readonly storeId: string }) => {
  const { items } = useStores(usePlace().region);
  const store = items?.find((candidate) => candidate.storeId === storeId);
  return store ? `${store.storeName} · ${storeId}` : storeId;
};

const OverviewContent = ({ texts }: { readonly texts: AllTexts }) => {
  const { t, tOverview } = texts;
  const { region } = usePlace();
  const session = useSession();
  const { period, storeId, isAdmin, toParams, setParams } = useOverviewFilters();
  const state = useQuery(routes.showOverview, { region, period, ...(storeId !== undefined && { storeId }) });
  const [printState, setPrintState] = useState<'idle' | 'printing' | 'failed'>('idle');
  const formatSubject = (allTexts: AllTexts, overview: Overview | undefined): string => {
    if (!isAdmin) return session?.store?.storeName ?? regions[region].title;
    if (storeId !== undefined) return storeId;
    const count = overview?.stores?.length;
    return count === undefined
      ? regions[region].title
      : allTexts.tOverview('stores', { region: regions[region].title, count });
  };
  const renderContent = () => {
    if (state.status === 'failed') return <LoadFailed failure={state} onRetry={state.reload} />;
    if (state.status !== 'loaded') return <Loading text={tOverview('loading')} />;
    if (isEmpty(state.data)) return <EmptyState title={tOverview('empty.title')} hint={tOverview('empty.hint')} />;
    return (
      <OverviewFigures
        overview={state.data}
        texts={texts}
        toQuery={(rowStoreId) => toParams({ storeId: rowStoreId }).toString()}
      />
    );
  };
  const periodOptions = periods.map((value) => ({ value, label: tOverview(`period.${value}`) }));
  const selectedPeriod = periodOptions.find(({ value }) => value === period) ?? null;
  const data = state.status === 'loaded' ? state.data : undefined;
  return (
    <Page
      title={t('shell.nav.overview')}
      description={isAdmin && storeId !== undefined ? <StoreName storeId={storeId} /> : formatSubject(texts, data)}
      actions={
        <div className="overview-filters">
          <FilterSelect
            label={tOverview('period.label')}
            options={periodOptions}
            selectedOption={selectedPeriod}
            onChange={({ detail }) => {
              const newPeriod = periods.find((name) => name === detail.selectedOption.value);
              if (newPeriod) setParams(toParams({ period: newPeriod }));
            }}
          />
          {isAdmin && (
            <StoreFilter value={storeId} onChange={(newStoreId) => setParams(toParams({ storeId: newStoreId }))} />
          )}
          <Button
            iconName="file"
            disabled={!data}
            loading={printState === 'printing'}
            onClick={() => setPrintState('printing')}
          >
            {tOverview('print')}
          </Button>
        </div>
      }
    >
      {printState === 'failed' && (
        <div role="alert">
          <Box color="text-status-error">{tOverview('printFailed')}</Box>
        </div>
      )}
      <div className="overview" aria-busy={state.status === 'loading'}>
        {renderContent()}
      </div>
      {printState === 'printing' && data && (
        <PrintOverview
          overview={data}
          formatSubject={(printTexts) =>
            `${formatSubject(printTexts, data)} · ${printTexts.tOverview(`period.${period}`)}`
          }
          onEnd={(hasFailed) => setPrintState(hasFailed ? 'failed' : 'idle')}
        />
      )}
    </Page>
  );
};

export const OverviewPage = () => {
  const texts = useOverviewTexts();
  return texts ? <OverviewContent texts={texts} /> : null;
};
