import Alert from '@cloudscape-design/components/alert';
import type { AlertProps } from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import './details.css';
import './merge-panel.css';
import { useEffect, useId, useRef } from 'react';
import { regions } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { ChangeableRecord, NamedKind } from './record-kind.ts';

/** Something that others have changed in a record while one corrected it oneself. */
type Difference = {
  readonly key: string;
  readonly name: string;
  readonly theirs: string;
  /** In words, what one had changed there oneself; undefined where that is nothing: what they have was taken over. */
  readonly yours: string | undefined;
  readonly isTheirs: boolean;
  readonly choose: (whose: 'theirs' | 'yours') => void;
};

/** The record as others have left it, what of that is news, and in words what was not saved. */
export type Meanwhile = {
  readonly now: ChangeableRecord;
  readonly differences: readonly Difference[];
  readonly unsaved: readonly string[];
};

/** More are too many to read: those that one must choose between come first. */
const mostShown = 50;

type PanelProps = Required<Pick<AlertProps, 'type' | 'children'>> & { readonly title: string };

const Panel = ({ type, title, children }: PanelProps) => {
  const box = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView?.({ block: 'start' });
  }, []);
  return (
    <section ref={box} className="meanwhile" aria-labelledby={titleId} tabIndex={-1}>
      <Alert type={type} header={<span id={titleId}>{title}</span>}>
        {children}
      </Alert>
    </section>
  );
};

const DifferenceRow = ({ name, theirs, yours, isTheirs, choose }: Omit<Difference, 'key'>) => {
  const { t } = useTexts();
  const other = isTheirs ? 'yours' : 'theirs';
  const action = t(isTheirs ? 'correction.useYours' : 'correction.useTheirs');
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
          onClick={() => choose(other)}
        >
          {action}
        </Button>
      )}
    </li>
  );
};

/** Says what others have saved meanwhile, beside one's own changes, which stay: saving again puts them on top. Another version is another panel, which takes the focus anew. */
export const ChangedMeanwhile = ({ now, differences }: Meanwhile) => {
  const { t, formatInstant, formatNumber } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const last = now.timeline.findLast(({ type }) => type === 'corrected');
  const inOrder = differences.toSorted((one, other) => Number(!one.yours) - Number(!other.yours));
  return (
    <Panel key={now.version} type="warning" title={t('correction.changed')}>
      {last && <p>{[formatInstant(last.at, timeZone), ...(last.by ? [last.by] : [])].join(' · ')}</p>}
      <p>{t('correction.merged')}</p>
      {differences.length > 0 && (
        <ul className="differences" aria-label={t('correction.differences')}>
          {inOrder.slice(0, mostShown).map(({ key, ...difference }) => (
            <DifferenceRow key={key} {...difference} />
          ))}
        </ul>
      )}
      {differences.length > mostShown && (
        <p>{t('correction.more', { count: formatNumber(differences.length - mostShown) })}</p>
      )}
    </Panel>
  );
};

type RefusedProps = Meanwhile & { readonly kind: NamedKind; readonly title: string };

export const RefusedMeanwhile = ({ kind, title, now, unsaved }: RefusedProps) => {
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
