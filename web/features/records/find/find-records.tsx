import './find-records.css';
import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { normaliseReference } from '#shared/records/record.ts';
import { searchKey } from '#shared/records/search-key.ts';
import { barPlace } from '#web/browser/bar-place.ts';
import { isNarrow } from '#web/browser/narrow.ts';
import { usePlace } from '#web/browser/place.ts';
import { Hits } from '#web/features/records/record-hit.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { announce } from '#web/ui/announce.ts';
import { Link } from '#web/ui/link.tsx';
import { LoadFailed } from '#web/ui/list/loading.tsx';
import { hasOnlyArrived } from '#web/ui/page.tsx';
import type { Finder, Found } from './finder.ts';
import { useFind } from './finder.ts';

/** The one record that a text means: the only one found, the only one called exactly that, or the only one called that but for blanks and hyphens. */
const meant = (text: string, found: readonly Found[]) => {
  const hits = found.flatMap((one) => one.hits);
  const calledAs = (read: (name: string) => string) =>
    hits.filter(({ names }) => names.some((name) => read(name) === read(text)));
  const [only] = [hits, calledAs(normaliseReference), calledAs(searchKey)].find(({ length }) => length === 1) ?? [];
  return only;
};

type Props = {
  readonly finders: readonly Finder[];
  readonly onFollowed?: () => void;
};

/** One field for whatever is typed or scanned, over all kinds of records; Enter opens the only hit. */
export const FindRecords = ({ finders, onFollowed }: Props) => {
  const { t } = useTexts();
  const navigate = useNavigate();
  const place = usePlace();
  const findable = useSession()?.isRegisterReturnsAllowed ? 'both' : 'repairs';
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const focusFirst = () => results.current?.querySelector('a')?.focus();
  const { typed, type, answer, isAsking, enter } = useFind({
    finders,
    onEntered: (text, found, device) => {
      const href = device === undefined ? meant(text, found)?.href : paths.device(place, device);
      if (href === undefined) return focusFirst();
      onFollowed?.();
      void navigate(href);
    },
  });
  const answered = answer && 'found' in answer ? answer : undefined;
  const found = answered?.found.filter(({ hits }) => hits.length > 0) ?? [];
  const device = answered?.device;
  const count = found.reduce((sum, { hits }) => sum + hits.length, device === undefined ? 0 : 1);
  const isNothing = answered !== undefined && count === 0;

  useEffect(() => {
    if (answered) announce(isNothing ? t('find.nothing') : t('find.count', { count }));
  }, [answered, isNothing, count, t]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it hears the keys of the links in it
    <search
      className="find"
      data-field="find"
      onKeyDown={({ target, key, ctrlKey, metaKey, altKey }) => {
        if (target === input.current || key.length > 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
        // The next scan begins on a hit: its Enter must not follow that one.
        input.current?.focus();
        input.current?.select();
      }}
    >
      <label>
        <span className="visually-hidden">{t(`find.label.${findable}`)}</span>
        <input
          ref={input}
          type="search"
          placeholder={t(`find.label.${findable}`)}
          value={typed}
          maxLength={limits.text.search}
          onChange={({ target }) => type(target.value)}
          onKeyDown={(event) => {
            // Who presses the key that leads here is here already.
            if (event.key === '/' && typed === '') return event.preventDefault();
            const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
            if (!isEnter && event.key !== 'ArrowDown') return;
            // Where the focus goes, the same key must not follow the link.
            event.preventDefault();
            if (!isEnter) return focusFirst();
            // Another scan replaces this one.
            event.currentTarget.select();
            enter();
          }}
          aria-describedby={hintId}
          aria-keyshortcuts="/"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      </label>
      <p id={hintId} className="find-hint">
        {t(`find.hint.${findable}`)}
      </p>
      <div ref={results} className="find-results" aria-busy={isAsking}>
        {answer && 'failure' in answer && (
          <LoadFailed
            failure={answer.failure}
            onRetry={() => {
              // The button goes with what failed.
              input.current?.focus();
              enter();
            }}
          />
        )}
        {isNothing && (
          <p>
            <strong>{t('find.nothing')}</strong> {t('find.nothingHint')}
          </p>
        )}
        {device !== undefined && (
          <Link className="find-all" href={paths.device(place, device)} onClick={onFollowed}>
            {t('devices.find', { serialNumber: device })}
          </Link>
        )}
        {found.map(({ name, hits, all }) => (
          <div key={name}>
            <Hits label={t(`${name}.short.kind`)} hits={hits} onFollowed={onFollowed} />
            {all !== undefined && (
              <Link className="find-all" href={all} onClick={onFollowed}>
                {t(`${name}.short.matching`)}
              </Link>
            )}
          </div>
        ))}
      </div>
    </search>
  );
};

/** Focuses the field in the bar for whoever has a keyboard or a scanner rather than a finger. False where there is none. */
export const focusBarFind = (): boolean => {
  const input = barPlace.get()?.querySelector('input');
  if (!input || isNarrow() || !window.matchMedia('(hover: hover)').matches) return false;
  input.focus({ preventScroll: true });
  return true;
};

/** The field that finds records, in the top bar as long as this shows. On a phone it is hidden, and the bar's button opens one in a dialog. */
export const BarFind = ({ finders }: { readonly finders: readonly Finder[] }) => {
  const bar = useSyncExternalStore(barPlace.subscribe, barPlace.get);
  useEffect(() => {
    // In a new document the bar comes after the heading has got the focus.
    if (bar && hasOnlyArrived()) focusBarFind();
  }, [bar]);
  return bar && createPortal(<FindRecords finders={finders} />, bar);
};
