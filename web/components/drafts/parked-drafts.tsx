import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import './parked-drafts.css';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { usePlace } from '#web/browser/place.ts';
import { isSameSet } from '#web/browser/use-stable.ts';
import { useToday } from '#web/browser/use-today.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { announce } from '#web/ui/announce.ts';
import { Link } from '#web/ui/link.tsx';
import { WithIdentifiers } from '#web/ui/no-wrap.tsx';
import type { DraftKind } from './draft-kind.ts';
import { toDraftPath } from './draft-kind.ts';
import type { Draft, DraftSlot } from './drafts.ts';
import { drafts } from './drafts.ts';
import { tabLocks, resumeDraft } from './tab-locks.ts';
import { useDraftContext } from './use-draft.ts';

/** Number of drafts in the collapsed list; it is small, so that the form stays visible. */
const initialCount = 3;
const pollMs = 2000;

/** Returns the keys of drafts that other tabs have locked; polls only while `isEnabled`. */
const useLockedDraftKeys = (isEnabled: boolean): ReadonlySet<string> => {
  const [lockedKeys, setLockedKeys] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!isEnabled) return undefined;
    const update = (keys: ReadonlySet<string>) =>
      setLockedKeys((previous) => (isSameSet(previous, keys) ? previous : keys));
    const poll = () => void tabLocks.findLockedElsewhere().then((keys) => update(new Set(keys)));
    poll();
    const unsubscribe = drafts.version.subscribe(poll);
    // No event reports that another tab has closed.
    const timer = setInterval(poll, pollMs);
    addEventListener('focus', poll);
    return () => {
      unsubscribe();
      clearInterval(timer);
      removeEventListener('focus', poll);
    };
  }, [isEnabled]);
  return lockedKeys;
};

type ParkedDraft = Draft<{ readonly id: string }> & { readonly kind: DraftKind; readonly slot: DraftSlot };

const useParkedDrafts = (kinds: readonly DraftKind[]) => {
  const session = useSession();
  const currentId = useDraftContext()?.currentId;
  const version = useSyncExternalStore(drafts.version.subscribe, drafts.version.get);
  // Discarded drafts are forgotten on unmount, because only this list can restore them.
  useEffect(() => drafts.forgetDiscarded, []);
  const [user] = useState(session);
  const [draftsByKind] = useState(() =>
    user
      ? kinds.map((kind) => ({
          kind,
          ownerDrafts: drafts.getDrafts({ region: user.region, email: user.email, form: kind.form }),
        }))
      : [],
  );
  const isAdmin = user?.isAdminUser ?? false;
  const list = useMemo(
    () =>
      draftsByKind
        .flatMap(({ kind, ownerDrafts }) =>
          ownerDrafts.slots().flatMap((slot): ParkedDraft[] => {
            const draft = slot.read(kind.schema(isAdmin));
            return draft ? [{ ...draft, kind, slot }] : [];
          }),
        )
        .sort((left, right) => right.savedAt.localeCompare(left.savedAt)),
    // oxlint-disable-next-line react/exhaustive-deps -- the version changes with the drafts in storage
    [draftsByKind, isAdmin, version],
  );
  const parkedDrafts = list.filter(({ slot }) => slot.id !== currentId);
  return { isAdmin, list: parkedDrafts, lockedKeys: useLockedDraftKeys(parkedDrafts.length > 0) };
};

type RowProps = {
  readonly draft: ParkedDraft;
  readonly name: string;
  readonly kindText: string | undefined;
  readonly isOpen: boolean;
  readonly isAdmin: boolean;
};

/** Row of a draft that can be resumed, is open in another tab, or has just been discarded. */
const Row = ({ draft: { kind, slot }, name, kindText, isOpen, isAdmin }: RowProps) => {
  const { t } = useTexts();
  const place = usePlace();
  const row = useRef<HTMLLIElement>(null);
  const isDiscarded = slot.isDiscarded();
  const previouslyDiscarded = useRef(isDiscarded);
  useEffect(() => {
    // The pressed button is gone, so the focus moves to the button that undoes it, or back to the link of the draft.
    if (previouslyDiscarded.current !== isDiscarded) row.current?.querySelector<HTMLElement>('a, button')?.focus();
    previouslyDiscarded.current = isDiscarded;
  }, [isDiscarded]);

  const discard = async () => {
    const draft = await resumeDraft(slot, tabLocks, kind.schema(isAdmin));
    // Another tab has opened the draft in the meantime.
    if (typeof draft === 'string') return announce(t('draft.openElsewhere'));
    slot.discard();
    draft.lock.release();
    announce(t('draft.discardedNamed', { name }));
  };
  const restore = () => announce(slot.restore() ? t('draft.isBack', { name }) : t('draft.noRoom'));
  const nameText = <WithIdentifiers text={name} />;
  const button = (text: string, ariaLabel: string, onClick: () => void) => (
    <Button variant="inline-link" formAction="none" onClick={onClick} ariaLabel={ariaLabel}>
      {text}
    </Button>
  );
  return (
    <li ref={row}>
      <span className="parked-name">
        {kindText !== undefined && <span className="parked-kind">{kindText}</span>}{' '}
        {isDiscarded || isOpen ? nameText : <Link href={toDraftPath(kind, place, slot.id)}>{nameText}</Link>}
      </span>
      {isDiscarded && (
        <>
          <span className="parked-note">{t('draft.discardedOne')}</span>
          {button(t('draft.putBack'), t('draft.putBackOne', { name }), restore)}
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
  const [isExpanded, setExpanded] = useState(false);
  const { isAdmin, list, lockedKeys } = useParkedDrafts(kinds);
  if (list.length === 0) return null;

  const describeDraft = ({ kind, values, savedAt }: ParkedDraft) => {
    const isToday = toCalendarDate(new Date(savedAt), timeZone) === today;
    const time = isToday ? texts.formatTime(Date.parse(savedAt), timeZone) : texts.formatInstant(savedAt, timeZone);
    return [kind.describe(values, isAdmin, texts), time].join(', ');
  };
  const shownDrafts = isExpanded ? list : list.slice(0, initialCount);
  const expand = () => {
    flushSync(() => setExpanded(true));
    // The button is gone, so the focus moves to the first row that it has revealed.
    rowList.current?.children[initialCount]?.querySelector<HTMLElement>('a, button')?.focus();
  };
  const rows = (
    <>
      <ul ref={rowList} className="parked">
        {shownDrafts.map((draft) => (
          <Row
            key={draft.slot.key}
            draft={draft}
            name={describeDraft(draft)}
            kindText={variant === 'panel' ? draft.kind.kindText(texts) : undefined}
            isOpen={lockedKeys.has(draft.slot.key)}
            isAdmin={isAdmin}
          />
        ))}
      </ul>
      {list.length > shownDrafts.length && (
        <Button variant="inline-link" formAction="none" onClick={expand}>
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
