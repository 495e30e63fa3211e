import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Spinner from '@cloudscape-design/components/spinner';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { useHere } from '#web/here.ts';
import { useTexts } from '#web/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useRefreshWhilePending } from '#web/ui/list/use-refresh-while-pending.ts';
import type { RowsState } from '#web/ui/list/use-rows.ts';
import { useRows } from '#web/ui/list/use-rows.ts';
import { LatestRepair } from './latest-repair.tsx';
import { isPending } from './list/pending.ts';
import { NoRepairsYet } from './no-repairs-yet.tsx';
import { RepairsFailed } from './repairs-failed.tsx';
import './latest.css';

type ContentProps = { readonly state: RowsState<RepairSummary>; readonly onRetry: () => void };

const Content = ({ state, onRetry }: ContentProps) => {
  const { t } = useTexts();
  if (state.status === 'failed') return <RepairsFailed code={state.code} onRetry={onRetry} />;
  if (state.status === 'loading') {
    return (
      <Box textAlign="center" color="text-body-secondary">
        <Spinner /> {t('repairs.loading')}
      </Box>
    );
  }
  const { items } = state.found;
  if (items.length === 0) return <NoRepairsYet />;
  return (
    <ul className="latest">
      {items.map((repair) => (
        <LatestRepair key={repair.id} repair={repair} />
      ))}
    </ul>
  );
};

/** The home page's panel: the latest repairs, and the way to all of them. New RMA numbers appear by themselves. */
export const LatestRepairs = () => {
  const { t } = useTexts();
  const here = useHere();
  const { region } = here;
  const { state, reload, refresh } = useRows<RepairSummary>({
    question: region,
    size: limits.home.latest,
    ask: (page, call) => call(repairs.listRepairs, { region, ...page }),
    onNews: (before, after) => {
      const waiting = new Set(before.filter(isPending).map(({ id }) => id));
      const arrived = after.filter(({ id, rma }) => rma !== null && waiting.has(id));
      if (arrived.length > 0) announce(arrived.map(({ rma, storeRefNo }) => t('repairs.list.arrived', { rma: rma ?? '', reference: storeRefNo })).join(' '));
    },
  });
  useRefreshWhilePending({ isPending: state.status === 'loaded' && state.found.items.some(isPending), refresh });
  return (
    <Container
      header={
        <Header variant="h2" actions={<LinkButton href={paths.submittedRepairs(here)}>{t('repairs.latest.all')}</LinkButton>}>
          {t('repairs.latest.title')}
        </Header>
      }
    >
      <Content state={state} onRetry={reload} />
    </Container>
  );
};
