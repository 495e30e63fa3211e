import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import './parked-drafts.css';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { calendarDate } from '#shared/dates.ts';
import { regions } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { announce } from '#web/ui/announce.ts';
import { Link } from '#web/ui/link.tsx';
import { WithIdentifiers } from '#web/ui/no-wrap.tsx';
import { claims, resumeDraft } from './claims.ts';
import type { DraftKind } from './draft-kind.ts';
import { draftPath } from './draft-kind.ts';
import type { Draft, DraftSlot } from './drafts.ts';
import { drafts } from './drafts.ts';
import { useDraftContext } from './use-draft.ts';

/** More than these are unfolded on demand: the form stays in view. */
const shownAtFirst = 3;
const lookAgainMs = 2000;

/** The keys of drafts that are open in another tab; asked for only while there are drafts to tell of. */
const useTaken = (isAsked: boolean): readonly string[] => {
  const [taken, setTaken] = useState('');
  useEffect(() => {
    if (!isAsked) return undefined;
    const look = () => void claims.taken().then((keys) => setTaken(keys.join(' ')));
    look();
    const stop = drafts.version.subscribe(look);
    // A tab that closes tells nobody.
    const timer = setInterval(look, lookAgainMs);
    addEventListener('focus', look);
    return () => {
      stop();
      clearInterval(timer);
      removeEventListener('focus', look);
    };
  }, [isAsked]);
  return taken.split(' ');
};

type ParkedDraft = Draft<{ readonly id: string }> & { readonly kind: DraftKind; readonly slot: DraftSlot };

const useParkedDrafts = (kinds: readonly DraftKind[]) => {
  const session = useSession();
  const ownId = useDraftContext()?.ownId;
  const version = useSyncExternalStore(drafts.version.subscribe, drafts.version.get);
  // What can be put back can be put back here only.
  useEffect(() => drafts.forget, []);
  const [user] = useState(session);
  const [of] = useState(() =>
    user
      ? kinds.map((kind) => ({ kind, own: drafts.of({ region: user.region, email: user.email, form: kind.form }) }))
      : [],
  );
  const isAdmin = user?.isAdminUser ?? false;
  const list = useMemo(
    () =>
      of
        .flatMap(({ kind, own }) =>
          own.slots().flatMap((slot): ParkedDraft[] => {
            const draft = slot.read(kind.kept(isAdmin));
            return draft ? [{ ...draft, kind, slot }] : [];
          }),
        )
        .sort((one, other) => other.savedAt.localeCompare(one.savedAt)),
    // oxlint-disable-next-line react/exhaustive-deps -- the version stands for what the browser holds
    [of, isAdmin, version],
  );
  const others = list.filter(({ slot }) => slot.id !== ownId);
  return { isAdmin, list: others, taken: useTaken(others.length > 0) };
};

type RowProps = {
  readonly draft: ParkedDraft;
  readonly name: string;
  readonly kindText: string | undefined;
  readonly isOpen: boolean;
  readonly isAdmin: boolean;
};

/** A draft that can be resumed, one that is open in another tab, or one that was just discarded. */
const Row = ({ draft: { kind, slot }, name, kindText, isOpen, isAdmin }: RowProps) => {
  const { t } = useTexts();
  const place = usePlace();
  const row = useRef<HTMLLIElement>(null);
  const isDiscarded = slot.isDiscarded();
  const was = useRef(isDiscarded);
  useEffect(() => {
    // What was pressed is gone: the focus goes to what takes it back, and from there to the draft.
    if (was.current !== isDiscarded) row.current?.querySelector<HTMLElement>('a, button')?.focus();
    was.current = isDiscarded;
  }, [isDiscarded]);

  const discard = async () => {
    const own = await resumeDraft(slot, claims, kind.kept(isAdmin));
    // Another tab was faster: it is that one's to discard.
    if (typeof own === 'string') return announce(t('draft.openElsewhere'));
    slot.discard();
    own.claim.release();
    announce(t('draft.discardedNamed', { name }));
  };
  const putBack = () => announce(slot.putBack() ? t('draft.isBack', { name }) : t('draft.noRoom'));
  const words = <WithIdentifiers text={name} />;
  const button = (text: string, ariaLabel: string, onClick: () => void) => (
    <Button variant="inline-link" formAction="none" onClick={onClick} ariaLabel={ariaLabel}>
      {text}
    </Button>
  );
  return (
    <li ref={row}>
      <span className="parked-name">
        {kindText !== undefined && <span className="parked-kind">{kindText}</span>}{' '}
        {isDiscarded || isOpen ? words : <Link href={draftPath(kind, place, slot.id)}>{words}</Link>}
      </span>
      {isDiscarded && (
        <>
          <span className="parked-note">{t('draft.discardedOne')}</span>
          {button(t('draft.putBack'), t('draft.putBackOne', { name }), putBack)}
        </>
      )}
      {!isDiscarded && isOpen && <span className="parked-note">{t('draft.openElsewhere')}</span>}
      {!isDiscarded &&
        !isOpen &&
        button(t('draft.discardParked'), t('draft.discardParkedOne', { name }), () => void discard())}
    </li>
  );
};

type Props = {
  readonly kinds: readonly DraftKind[];
  readonly variant?: 'panel' | 'note';
};

export const ParkedDrafts = ({ kinds, variant = 'note' }: Props) => {
  const texts = useTexts();
  const { t, formatNumber } = texts;
  const { timeZone } = regions[usePlace().region];
  const today = useToday();
  const rowList = useRef<HTMLUListElement>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const { isAdmin, list, taken } = useParkedDrafts(kinds);
  if (list.length === 0) return null;

  const nameOf = ({ kind, values, savedAt }: ParkedDraft) => {
    const isOfToday = calendarDate(new Date(savedAt), timeZone) === today;
    const time = isOfToday ? texts.formatTime(Date.parse(savedAt), timeZone) : texts.formatInstant(savedAt, timeZone);
    return [kind.nameOf(values, isAdmin, texts), time].join(', ');
  };
  const shown = isUnfolded ? list : list.slice(0, shownAtFirst);
  const unfold = () => {
    flushSync(() => setUnfolded(true));
    // The button is gone: one goes on with the first that it showed.
    rowList.current?.children[shownAtFirst]?.querySelector<HTMLElement>('a, button')?.focus();
  };
  const rows = (
    <>
      <ul ref={rowList} className="parked">
        {shown.map((draft) => (
          <Row
            key={draft.slot.key}
            draft={draft}
            name={nameOf(draft)}
            kindText={variant === 'panel' ? draft.kind.kindText(texts) : undefined}
            isOpen={taken.includes(draft.slot.key)}
            isAdmin={isAdmin}
          />
        ))}
      </ul>
      {list.length > shown.length && (
        <Button variant="inline-link" formAction="none" onClick={unfold}>
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
