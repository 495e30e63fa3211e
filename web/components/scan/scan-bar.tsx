import Button from '@cloudscape-design/components/button';
import Icon from '@cloudscape-design/components/icon';
import './scan-bar.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { areKeyShortcutsOn, isTextField } from '#web/browser/key-shortcuts.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { useScanTexts } from './scan-texts.ts';
import type { Scans } from './use-scans.ts';

const icons = { taken: 'status-positive', refused: 'status-negative', unplaced: 'status-warning' } as const;

type Props = {
  readonly scans: Scans;
  /** Dialog with the keyboard shortcuts of the page, which `?` opens. */
  readonly keys: ReturnType<typeof createLazyComponent<{ readonly onClose: () => void }>>;
  readonly children?: ReactNode;
};

/** Line above a booking form with the last scan, the choices for an unplaced scan (one whose field is not certain), the sound switch and the list of keys. */
export const ScanBar = ({ scans, keys, children }: Props) => {
  const { t } = useScanTexts();
  const { outcome, isSoundOn, switchSound } = scans;
  const [areKeysShown, setKeysShown] = useState(false);
  const showKeys = () => void keys.load().then(setKeysShown);
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || !areKeyShortcutsOn() || isTextField(event.target))
      return;
    event.preventDefault();
    showKeys();
  });
  useEffect(() => {
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
  const choices = useRef<HTMLDivElement>(null);
  const previousFocus = useRef<Element>(null);
  const unplacedScanNumber = outcome?.status === 'unplaced' ? outcome.count : undefined;
  useEffect(() => {
    if (unplacedScanNumber === undefined) return;
    previousFocus.current = document.activeElement;
    choices.current?.querySelector('button')?.focus();
  }, [unplacedScanNumber]);
  const discard = () => {
    scans.dismiss();
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
  };
  return (
    <section className="scan-bar" aria-label={t('scan.bar')}>
      {/* The React key changes with each scan, so that the mark is shown again. */}
      <div key={outcome?.count} className={outcome ? `scan-mark is-${outcome.status}` : 'scan-mark'}>
        {outcome && <Icon name={icons[outcome.status]} />}
        <p>{outcome?.text ?? t('scan.ready')}</p>
      </div>
      {outcome?.status === 'unplaced' && (
        <div ref={choices} className="scan-choices">
          {outcome.choices.map((choice) => (
            <Button key={choice.label} formAction="none" onClick={() => scans.choose(choice)}>
              {choice.label}
            </Button>
          ))}
          <Button variant="link" formAction="none" onClick={discard}>
            {t('scan.discard')}
          </Button>
        </div>
      )}
      <div className="scan-tools">
        {children}
        <IconButton
          icon={isSoundOn ? 'audio-full' : 'audio-off'}
          label={t('scan.sound')}
          isPressed={isSoundOn}
          onClick={() => switchSound(!isSoundOn)}
        />
        <IconButton icon="keyboard" label={t('scan.keys.show')} onClick={showKeys} />
      </div>
      {areKeysShown && <keys.Lazy onClose={() => setKeysShown(false)} />}
    </section>
  );
};
