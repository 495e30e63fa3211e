import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import './parked-drafts.css';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { calendarDate } from '#shared/dates.ts';
import { regions } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { Link } from '#web/ui/link.tsx';
import { WithIdentifiers } from '#web/ui/no-wrap.tsx';
import type { DraftKind } from './draft-kind.ts';
import { draftPath } from './draft-kind.ts';
import type { ParkedDraft } from './use-parked-drafts.ts';
import { useParkedDrafts } from './use-parked-drafts.ts';

/** More than these are unfolded on demand: the form stays in view. */
const shownAtFirst = 3;

type RowProps = {
  readonly draft: ParkedDraft;
  readonly name: string;
  /** What kind of form it is, where that is not clear from the page. */
  readonly kindText: string | undefined;
  readonly isOpenElsewhere: boolean;
  readonly onDiscard: () => void;
  readonly onPutBack: () => void;
};

const Row = ({ draft, name, kindText, isOpenElsewhere, onDiscard, onPutBack }: RowProps) => {
  const { t } = useTexts();
  const place = usePlace();
  const row = useRef<HTMLLIElement>(null);
  const isDiscarded = draft.taken !== undefined;
  const was = useRef(isDiscarded);
  useEffect(() => {
    // What was pressed is gone: the focus goes to what takes it back, and from there to the draft.
    if (was.current !== isDiscarded) row.current?.querySelector<HTMLElement>('a, button')?.focus();
    was.current = isDiscarded;
  }, [isDiscarded]);

  const words = <WithIdentifiers text={name} />;
  const label =
    isDiscarded || isOpenElsewhere ? words : <Link href={draftPath(draft.kind, place, draft.id)}>{words}</Link>;
  return (
    <li ref={row}>
      <span className="parked-name">
        {kindText !== undefined && <span className="parked-kind">{kindText}</span>} {label}
      </span>
      {isOpenElsewhere && <span className="parked-note">{t('draft.openElsewhere')}</span>}
      {isDiscarded && <span className="parked-note">{t('draft.discardedOne')}</span>}
      {isDiscarded && (
        <Button variant="inline-link" formAction="none" onClick={onPutBack} ariaLabel={t('draft.putBackOne', { name })}>
          {t('draft.putBack')}
        </Button>
      )}
      {!isDiscarded && !isOpenElsewhere && (
        <Button
          variant="inline-link"
          formAction="none"
          onClick={onDiscard}
          ariaLabel={t('draft.discardParkedOne', { name })}
        >
          {t('draft.discardParked')}
        </Button>
      )}
    </li>
  );
};

type Props = {
  readonly kinds: readonly DraftKind[];
  /** A panel of its own, or a note above a form. */
  readonly variant?: 'panel' | 'note';
};

/** The forms that were begun and not sent, to go on with or to discard; nothing where there are none. */
export const ParkedDrafts = ({ kinds, variant = 'note' }: Props) => {
  const texts = useTexts();
  const { t, formatNumber } = texts;
  const { timeZone } = regions[usePlace().region];
  const today = useToday();
  const rowList = useRef<HTMLUListElement>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const { isAdmin, list, isOpenElsewhere, discard, putBack } = useParkedDrafts(kinds);
  if (list.length === 0) return null;

  const nameOf = ({ kind, values, savedAt }: ParkedDraft) => {
    const isOfToday = calendarDate(new Date(savedAt), timeZone) === today;
    const time = isOfToday ? texts.formatTime(Date.parse(savedAt), timeZone) : texts.formatInstant(savedAt, timeZone);
    return [kind.nameOf(values, isAdmin, texts), time].join(', ');
  };
  const shown = isUnfolded ? list : list.slice(0, shownAtFirst);
  const rows = (
    <>
      <ul ref={rowList} className="parked">
        {shown.map((draft) => {
          const name = nameOf(draft);
          return (
            <Row
              key={draft.key}
              draft={draft}
              name={name}
              kindText={variant === 'panel' ? draft.kind.kindText(texts) : undefined}
              isOpenElsewhere={isOpenElsewhere(draft)}
              onDiscard={() =>
                void discard(draft).then((isDone) =>
                  announce(isDone ? t('draft.discardedNamed', { name }) : t('draft.openElsewhere')),
                )
              }
              onPutBack={() => announce(putBack(draft) ? t('draft.isBack', { name }) : t('draft.noRoom'))}
            />
          );
        })}
      </ul>
      {list.length > shown.length && (
        <Button
          variant="inline-link"
          formAction="none"
          onClick={() => {
            flushSync(() => setUnfolded(true));
            // The button is gone: one goes on with the first that it showed.
            rowList.current?.children[shownAtFirst]?.querySelector<HTMLElement>('a, button')?.focus();
          }}
        >
          {t('draft.showAll', { count: formatNumber(list.length) })}
        </Button>
      )}
    </>
  );
  if (variant === 'panel')
    return <Container header={<Header variant="h2">{t('draft.parked')}</Header>}>{rows}</Container>;
  return (
    <section className="parked-note-box" aria-labelledby="parked-title">
      <h2 id="parked-title">{t('draft.parked')}</h2>
      {rows}
    </section>
  );
};
