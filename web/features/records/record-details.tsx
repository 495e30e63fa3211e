import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import type { ReactNode } from 'react';
import type { RecordIdentity } from '#shared/records/record.ts';
import { usePlace } from '#web/browser/place.ts';
import type { QueryState } from '#web/data/use-query.ts';
import { useQuery } from '#web/data/use-query.ts';
import { useTexts } from '#web/language/i18n.ts';
import { Loading, LoadFailed } from '#web/ui/list/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import type { NamedKind, RecordKind, SubmittedRecord } from './record-kind.ts';

/** What opens the details of a record. */
export type DetailsProps = {
  readonly identity: RecordIdentity;
  /** Back to where one came from. */
  readonly onBack: () => void;
};

/** One record of a kind. */
export const useFoundRecord = <Full,>(
  { routes }: Pick<RecordKind<SubmittedRecord, Full>, 'routes'>,
  { storeId, storeRefNo, id }: RecordIdentity,
) => useQuery(routes.find, { region: usePlace().region, storeId, storeRefNo, id });

type Props<Full> = {
  readonly kind: NamedKind;
  /** The heading; tells apart by `view` what one address shows by turns. */
  readonly title: string;
  readonly view: string;
  readonly query: QueryState<Full>;
  readonly actions?: ReactNode;
  /** Stands below the heading. */
  readonly description?: string | undefined;
  readonly onBack: () => void;
  readonly onRetry: () => void;
  /** Stands above the record, also while that is still loading. */
  readonly status?: ReactNode;
  readonly children: (record: Full) => ReactNode;
};

/** The page of one record: the way back, its heading with what can be done, and the record, or why it isn't there. */
export const RecordDetails = <Full,>({
  kind: { name },
  title,
  view,
  query,
  actions,
  description,
  onBack,
  onRetry,
  status,
  children,
}: Props<Full>) => {
  const { t } = useTexts();
  const content = () => {
    if (query.status === 'idle' || query.status === 'loading') return <Loading text={t(`${name}.details.loading`)} />;
    if (query.status === 'loaded') return children(query.data);
    if (query.code !== 'NotFound') return <LoadFailed failure={query} onRetry={onRetry} />;
    return (
      <div role="alert">
        <Alert type="error">{t(`${name}.details.notFound`)}</Alert>
      </div>
    );
  };
  return (
    <>
      <div>
        <Button variant="inline-link" iconName="arrow-left" onClick={onBack}>
          {t(`${name}.details.back`)}
        </Button>
      </div>
      <Page title={title} view={view} actions={actions} description={description}>
        {status}
        {content()}
      </Page>
    </>
  );
};
