import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { RecordIdentity } from '#shared/records/record.ts';
import { CorrectRepair } from '#web/features/repairs/book/correct-repair.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { LoadFailed } from '#web/ui/list/load-failed.tsx';
import { Loading } from '#web/ui/list/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { RepairActions } from './repair-actions.tsx';
import { RepairConflict } from './repair-conflict.tsx';
import { RepairFacts } from './repair-facts.tsx';
import { RepairTimeline } from './repair-timeline.tsx';
import type { RepairDetailsState } from './use-repair-details.ts';
import { useRepairDetails } from './use-repair-details.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

const Content = ({ details }: { readonly details: RepairDetailsState }) => {
  const { t } = useTexts();
  const { query, correcting, conflict, withdrawal, showCurrent, endCorrection, onCorrected } = details;
  if (query.status === 'failed') {
    if (query.code !== 'NotFound') return <LoadFailed code={query.code} onRetry={showCurrent} />;
    return (
      <div role="alert">
        <Alert type="error">{t('repairs.details.notFound')}</Alert>
      </div>
    );
  }
  if (query.status !== 'loaded') return <Loading text={t('repairs.details.loading')} />;
  if (correcting)
    return (
      <CorrectRepair repair={correcting} onCorrected={onCorrected} onCancel={endCorrection} onConflict={showCurrent} />
    );
  return (
    <SpaceBetween size="l">
      {conflict && <RepairConflict code={conflict} onShow={showCurrent} />}
      <RepairFacts repair={query.data} />
      <RepairTimeline repair={query.data} />
      {withdrawal.isAsked && <WithdrawDialog repair={query.data} withdrawal={withdrawal} />}
    </SpaceBetween>
  );
};

type Props = { readonly identity: RecordIdentity; /** Back to where one came from. */ readonly onBack: () => void };

/** One repair with all there is to know of it, and what can be done with it. */
export const RepairDetails = ({ identity, onBack }: Props) => {
  const { t } = useTexts();
  const details = useRepairDetails(identity);
  const { query, correcting, beginCorrection, withdrawal } = details;
  const reference = identity.storeRefNo;
  return (
    <>
      <div>
        <Button variant="inline-link" iconName="arrow-left" onClick={onBack}>
          {t('repairs.details.back')}
        </Button>
      </div>
      <Page
        title={t(correcting ? 'repairs.details.correctTitle' : 'repairs.details.title', { reference })}
        view={`${identity.id} ${correcting ? 'correction' : 'details'}`}
        actions={
          query.status === 'loaded' &&
          !correcting && (
            <RepairActions
              repair={query.data}
              onCorrect={() => beginCorrection(query.data)}
              onWithdraw={withdrawal.ask}
            />
          )
        }
      >
        <Content details={details} />
      </Page>
    </>
  );
};
