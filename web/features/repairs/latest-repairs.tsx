import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Spinner from '@cloudscape-design/components/spinner';
import { limits } from '#shared/limits.ts';
import { useHere } from '#web/here.ts';
import { useTexts } from '#web/i18n.ts';
import { paths } from '#shared/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LatestRepair } from './latest-repair.tsx';
import { NoRepairsYet } from './no-repairs-yet.tsx';
import { RepairsFailed } from './repairs-failed.tsx';
import type { RepairsState } from './use-repairs.ts';
import { useRepairs } from './use-repairs.ts';
import './latest.css';

const Content = ({ state, onRetry }: { readonly state: RepairsState; readonly onRetry: () => void }) => {
  const { t } = useTexts();
  if (state.status === 'failed') return <RepairsFailed code={state.code} onRetry={onRetry} />;
  if (state.status === 'loading') {
    return (
      <Box textAlign="center" color="text-body-secondary">
        <Spinner /> {t('repairs.loading')}
      </Box>
    );
  }
  if (state.page.items.length === 0) return <NoRepairsYet />;
  return (
    <ul className="latest">
      {state.page.items.map((repair) => (
        <LatestRepair key={repair.id} repair={repair} />
      ))}
    </ul>
  );
};

/** The home page's panel: the latest repairs, and the way to all of them. */
export const LatestRepairs = () => {
  const { t } = useTexts();
  const here = useHere();
  const { state, reload } = useRepairs({ region: here.region, limit: limits.home.latest });
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
