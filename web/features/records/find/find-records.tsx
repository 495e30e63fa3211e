import './find-records.css';
import { useEffect, useEffectEvent, useId, useRef, useSyncExternalStore } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { paths } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import { normalizeReference } from '#shared/records/record.ts';
import { toSearchKey } from '#shared/records/search-key.ts';
import { usePlace } from '#web/browser/place.ts';
import { topBarSlot } from '#web/browser/top-bar-slot.ts';
import { isNarrow } from '#web/browser/window-width.ts';
import { LoadFailed } from '#web/components/lists/loading.tsx';
import { listenForScans } from '#web/components/scan/listen-for-scans.ts';
import { RecordLinks } from '#web/features/records/record-links.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { announce } from '#web/ui/announce.ts';
import { Link } from '#web/ui/link.tsx';
import { isFocusUntouched } from '#web/ui/page.tsx';
import type { Finder, FoundRecords } from './finder.ts';
import { useFinder } from './finder.ts';

/** Returns the only hit, the only one whose RMA number or reference equals the text, or the only one for which that is true apart from spaces and hyphens; otherwise undefined. */
const findExactHit = (text: string, groups: readonly FoundRecords[]) => {
  const hits = groups.flatMap((group) => group.hits);
  const findHitsByName = (normalize: (name: string) => string) =>
    hits.filter(({ names }) => names.some((name) => normalize(name) === normalize(text)));
  const [singleHit] =
    [hits, findHitsByName(normalizeReference), findHitsByName(toSearchKey)].find(({ length }) => length === 1) ?? [];
  return singleHit;
};

type Props = {
  readonly finders: readonly Finder[];
  readonly onFollowed?: () => void;
};

/** Field that searches repairs and returns; Enter opens a unique hit. */
export const FindRecords = ({ finders, onFollowed }: Props) => {
  const { t } = useTexts();
  const navigate = useNavigate();
  const place = usePlace();
  const searchableKinds = useSession()?.isRegisterReturnsAllowed ? 'both' : 'repairs';
  const root = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const resultsRef = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const focusFirstResult = () => resultsRef.current?.querySelector('a')?.focus();
  const { inputText, setText, result, isSearching, submit } = useFinder({
    finders,
    onSubmitted: (text, groups, device) => {
      const href = device === undefined ? findExactHit(text, groups)?.href : paths.device(place, device);
      if (href === undefined) return focusFirstResult();
      onFollowed?.();
      void navigate(href);
    },
  });
  const results = result && 'groups' in result ? result : undefined;
  const groups = results?.groups.filter(({ hits }) => hits.length > 0) ?? [];
  const device = results?.deviceSerialNumber;
  const count = groups.reduce((sum, { hits }) => sum + hits.length, device === undefined ? 0 : 1);
  const hasNoResults = results !== undefined && count === 0;

  useEffect(() => {
    if (results) announce(hasNoResults ? t('find.nothing') : t('find.count', { count }));
  }, [results, hasNoResults, count, t]);

  const submitNow = useEffectEvent(submit);
  const fillIn = useEffectEvent(setText);
  useEffect(() => {
    if (!root.current) return undefined;
    // Without this listener, the Enter of a scan would follow the link of a focused hit.
    return listenForScans(root.current, ({ typed }, fieldName) =>
      fieldName === undefined
        ? () => {
            // If the code follows the shortcut key at once, the scan contains that key, too.
            flushSync(() => fillIn(typed.replace(/^\//, '')));
            input.current?.focus();
            input.current?.select();
            submitNow();
          }
        : undefined,
    );
  }, []);

  return (
    <search ref={root} className="find" data-field="find">
      <label>
        <span className="visually-hidden">{t(`find.label.${searchableKinds}`)}</span>
        <input
          ref={input}
          type="search"
          placeholder={t(`find.label.${searchableKinds}`)}
          value={inputText}
          maxLength={limits.text.search}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            // `/` is the shortcut that focuses this field; ignore it here.
            if (event.key === '/' && inputText === '') return event.preventDefault();
            const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
            if (!isEnter && event.key !== 'ArrowDown') return;
            // Otherwise the same key press would follow the link that gets the focus.
            event.preventDefault();
            if (!isEnter) return focusFirstResult();
            // Selects the text, so that the next scan replaces it.
            event.currentTarget.select();
            submit();
          }}
          aria-describedby={hintId}
          aria-keyshortcuts="/"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      </label>
      <p id={hintId} className="find-hint">
        {t(`find.hint.${searchableKinds}`)}
      </p>
      <div ref={resultsRef} className="find-results" aria-busy={isSearching}>
        {result && 'failure' in result && (
          <LoadFailed
            failure={result.failure}
            onRetry={() => {
              // The focus moves to the field, because the retry button disappears.
              input.current?.focus();
              submit();
            }}
          />
        )}
        {hasNoResults && (
          <p>
            <strong>{t('find.nothing')}</strong> {t('find.nothingHint')}
          </p>
        )}
        {device !== undefined && (
          <Link className="find-all" href={paths.device(place, device)} onClick={onFollowed}>
            {t('devices.find', { serialNumber: device })}
          </Link>
        )}
        {groups.map(({ name, hits, allHref }) => (
          <div key={name}>
            <RecordLinks label={t(`${name}.short.kind`)} entries={hits} onFollowed={onFollowed} />
            {allHref !== undefined && (
              <Link className="find-all" href={allHref} onClick={onFollowed}>
                {t(`${name}.short.matching`)}
              </Link>
            )}
          </div>
        ))}
      </div>
    </search>
  );
};

/** Focuses the search field in the top bar, except on touch devices and narrow screens. Returns whether it did. */
export const focusTopBarSearch = (): boolean => {
  const input = topBarSlot.get()?.querySelector('input');
  if (!input || isNarrow() || !window.matchMedia('(hover: hover)').matches) return false;
  input.focus({ preventScroll: true });
  return true;
};

/** Search field rendered into the top bar while mounted. Hidden on phones, where the bar's button opens a dialog instead. */
export const TopBarSearch = ({ finders }: { readonly finders: readonly Finder[] }) => {
  const bar = useSyncExternalStore(topBarSlot.subscribe, topBarSlot.get);
  useEffect(() => {
    // On page load, the bar is rendered after the heading has received the focus.
    if (bar && isFocusUntouched()) focusTopBarSearch();
  }, [bar]);
  return bar && createPortal(<FindRecords finders={finders} />, bar);
};
