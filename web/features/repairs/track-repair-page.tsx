import Alert from '@cloudscape-design/components/alert';
import Autosuggest from '@cloudscape-design/components/autosuggest';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import './track-repair.css';
import { isInAudience, repairsAudience } from '#shared/api/policies.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { limits } from '#shared/config/limits.ts';
import { tidyText } from '#shared/text/invisible-characters.ts';
import { usePlace } from '#web/browser/place.ts';
import { getConfig } from '#web/data/config.ts';
import { useQuery } from '#web/data/use-query.ts';
import { CopyRma } from '#web/features/records/rma.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { Page } from '#web/ui/page.tsx';
import { repairKind } from './repair-kind.ts';

// Anyone can craft the URL, so only a text in the format of an RMA number is accepted from it.
const rmaPattern = /^[A-Za-z0-9._~-]{1,40}$/;

/** Maximum number of repairs that are offered as buttons. */
const maxRecentRepairs = 5;

/** Returns the latest repairs with an RMA number as options, and the status texts of their list. There are no options for users without access to repairs. */
const useKnownRmas = () => {
  const texts = useTexts();
  const { region } = usePlace();
  const session = useSession();
  const canSeeRepairs = session !== undefined && isInAudience(session, repairsAudience);
  const query = useQuery(
    repairs.listRepairs,
    canSeeRepairs ? { region, limit: limits.suggestedRmaNumbers } : undefined,
  );
  const items = query.status === 'loaded' ? query.data.items : [];
  const options = items.flatMap((repair) =>
    repair.rma === null
      ? []
      : [{ value: repair.rma, labelTag: repair.storeRefNo, description: repairKind.productsText(repair, texts) }],
  );
  const { t } = texts;
  const statusProps = {
    idle: {},
    loading: { statusType: 'loading', loadingText: t('repairs.list.loading') },
    failed: { statusType: 'error', errorText: t('track.failed') },
    loaded: { empty: t('track.noneKnown') },
  } as const;
  return { options, isLoading: query.status === 'loading', statusProps: statusProps[query.status] };
};

type RecentRepairsProps = {
  readonly suggestions: ReturnType<typeof useKnownRmas>;
  readonly rma: string;
  readonly onChoose: (rma: string) => void;
};

/** Latest repairs with an RMA number as buttons that fill in the field. Keeps its height while loading. */
const RecentRepairs = ({ suggestions: { options, isLoading }, rma, onChoose }: RecentRepairsProps) => {
  const { t } = useTexts();
  if (!isLoading && options.length === 0) return null;
  return (
    <ul className={isLoading ? 'track-recent is-loading' : 'track-recent'} aria-label={t('repairs.latest.title')}>
      {options.slice(0, maxRecentRepairs).map(({ value, labelTag, description }) => (
        <li key={value}>
          <button type="button" aria-pressed={value === rma} onClick={() => onChoose(value)}>
            <strong>{description}</strong> <small>{labelTag}</small> <span>{value}</span>
          </button>
        </li>
      ))}
    </ul>
  );
};

export const TrackRepairPage = () => {
  const { t } = useTexts();
  const suggestions = useKnownRmas();
  const initialRma = useSearchParams()[0].get('rma') ?? '';
  const [rma, setRma] = useState(rmaPattern.test(initialRma) ? initialRma : '');
  return (
    <Page title={t('track.title')} description={t('track.description')}>
      <Container>
        <SpaceBetween size="l">
          <div className="track-rma">
            <FormField label={t('track.rma')}>
              <Autosuggest
                value={rma}
                options={suggestions.options}
                {...suggestions.statusProps}
                onChange={({ detail }) => setRma(detail.value)}
                enteredTextLabel={(text) => t('track.use', { rma: text })}
                disableBrowserAutocorrect
              />
            </FormField>
            {rmaPattern.test(tidyText(rma)) && <CopyRma rma={tidyText(rma)} />}
          </div>
          <RecentRepairs suggestions={suggestions} rma={tidyText(rma)} onChoose={setRma} />
          <Alert type="warning">{t('track.warning')}</Alert>
          <Button variant="primary" href={getConfig().trackingUrl} external>
            {t('track.open')}
          </Button>
        </SpaceBetween>
      </Container>
    </Page>
  );
};
