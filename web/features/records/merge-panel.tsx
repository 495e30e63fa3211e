import Alert from '@cloudscape-design/components/alert';
import type { AlertProps } from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import './details.css';
import './merge-panel.css';
import { useEffect, useId, useRef } from 'react';
import { regions } from '#shared/config/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { ChangeableRecord, RecordKindInfo } from './record-kind-view.ts';

/** Part of a record that another user changed while it was being corrected in this form. */
type Difference = {
  readonly key: string;
  readonly name: string;
  readonly theirs: string;
  /** Text of the change made in this form; undefined if the form has no change and the other version was applied. */
  readonly yours: string | undefined;
  readonly isTheirsSelected: boolean;
  readonly choose: (side: 'theirs' | 'yours') => void;
};

/** Result of a concurrent change: the saved record, its differences from this form, and the texts of the unsaved changes. */
export type ConcurrentChange = {
  readonly currentRecord: ChangeableRecord;
  readonly differences: readonly Difference[];
  readonly unsavedChanges: readonly string[];
};

/** Limit for readability. Differences that need a choice are sorted first. */
const maxDifferences = 50;

type PanelProps = Required<Pick<AlertProps, 'type' | 'children'>> & { readonly title: string };

const Panel = ({ type, title, children }: PanelProps) => {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView?.({ block: 'start' });
  }, []);
  return (
    <section ref={panel} className="meanwhile" aria-labelledby={titleId} tabIndex={-1}>
      <Alert type={type} header={<span id={titleId}>{title}</span>}>
        {children}
      </Alert>
    </section>
  );
};

const DifferenceRow = ({ name, theirs, yours, isTheirsSelected, choose }: Omit<Difference, 'key'>) => {
  const { t } = useTexts();
  const otherSide = isTheirsSelected ? 'yours' : 'theirs';
  const action = t(isTheirsSelected ? 'correction.useYours' : 'correction.useTheirs');
  return (
    <li>
      <strong>{name}</strong>
      <dl>
        <div>
          <dt>{t('correction.theirs')}</dt>
          <dd>{theirs}</dd>
        </div>
        <div>
          <dt>{t('correction.yours')}</dt>
          <dd>{yours ?? t('correction.takenOver')}</dd>
        </div>
      </dl>
      {yours !== undefined && (
        <Button
          formAction="none"
          ariaLabel={t('common.labelled', { field: action, text: name })}
          onClick={() => choose(otherSide)}
        >
          {action}
        </Button>
      )}
    </li>
  );
};

/** Compares the version saved by others with the form's own changes, which stay in the form and overwrite that version when they are saved. The key is the version, so that each new version takes the focus. */
export const ConcurrentChangePanel = ({ currentRecord, differences }: ConcurrentChange) => {
  const { t, formatInstant, formatNumber } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const lastCorrection = currentRecord.timeline.findLast(({ type }) => type === 'corrected');
  const sortedDifferences = differences.toSorted((a, b) => Number(!a.yours) - Number(!b.yours));
  return (
    <Panel key={currentRecord.version} type="warning" title={t('correction.changed')}>
      {lastCorrection && (
        <p>
          {[formatInstant(lastCorrection.at, timeZone), ...(lastCorrection.by ? [lastCorrection.by] : [])].join(' · ')}
        </p>
      )}
      <p>{t('correction.merged')}</p>
      {differences.length > 0 && (
        <ul className="differences" aria-label={t('correction.differences')}>
          {sortedDifferences.slice(0, maxDifferences).map(({ key, ...difference }) => (
            <DifferenceRow key={key} {...difference} />
          ))}
        </ul>
      )}
      {differences.length > maxDifferences && (
        <p>{t('correction.more', { count: formatNumber(differences.length - maxDifferences) })}</p>
      )}
    </Panel>
  );
};

type RejectedProps = ConcurrentChange & { readonly kind: RecordKindInfo; readonly title: string };

export const RejectedCorrectionPanel = ({ kind, title, currentRecord, unsavedChanges }: RejectedProps) => {
  const { t } = useTexts();
  return (
    <Panel key={currentRecord.version} type="error" title={title}>
      {unsavedChanges.length > 0 && (
        <>
          <p>{t(`${kind.name}.details.unsaved`)}</p>
          <ul className="changes">
            {unsavedChanges.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
};
