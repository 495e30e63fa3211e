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

/** Part of a record that others changed while it was being corrected in this form. */
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
  readonly now: ChangeableRecord;
  readonly differences: readonly Difference[];
  readonly unsaved: readonly string[];
};

/** Limit for readability. Differences that need a choice are sorted first. */
const maxShown = 50;

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

/** Compares the version saved by others with the form's own changes, which stay and win when saved again. The key is the version, so that each new version takes the focus again. */
export const ConcurrentChangePanel = ({ now, differences }: ConcurrentChange) => {
  const { t, formatInstant, formatNumber } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const lastCorrection = now.timeline.findLast(({ type }) => type === 'corrected');
  const sortedDifferences = differences.toSorted((a, b) => Number(!a.yours) - Number(!b.yours));
  return (
    <Panel key={now.version} type="warning" title={t('correction.changed')}>
      {lastCorrection && (
        <p>
          {[formatInstant(lastCorrection.at, timeZone), ...(lastCorrection.by ? [lastCorrection.by] : [])].join(' · ')}
        </p>
      )}
      <p>{t('correction.merged')}</p>
      {differences.length > 0 && (
        <ul className="differences" aria-label={t('correction.differences')}>
          {sortedDifferences.slice(0, maxShown).map(({ key, ...difference }) => (
            <DifferenceRow key={key} {...difference} />
          ))}
        </ul>
      )}
      {differences.length > maxShown && (
        <p>{t('correction.more', { count: formatNumber(differences.length - maxShown) })}</p>
      )}
    </Panel>
  );
};

type RejectedProps = ConcurrentChange & { readonly kind: RecordKindInfo; readonly title: string };

export const RejectedCorrectionPanel = ({ kind, title, now, unsaved }: RejectedProps) => {
  const { t } = useTexts();
  return (
    <Panel key={now.version} type="error" title={title}>
      {unsaved.length > 0 && (
        <>
          <p>{t(`${kind.name}.details.unsaved`)}</p>
          <ul className="changes">
            {unsaved.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
};
