import { Dialog } from '#web/ui/dialog.tsx';
import { useScanTexts } from './scan-texts.ts';

/** Keyboard shortcut, and the description of its action. */
type ScanKey = { readonly keys: readonly string[]; readonly text: string };

type Props = { readonly keys: readonly ScanKey[]; readonly onClose: () => void };

/** Dialog with all keyboard shortcuts of a booking page. */
export const ScanKeys = ({ keys, onClose }: Props) => {
  const { t } = useScanTexts();
  return (
    <Dialog title={t('scan.keys.title')} cancel={t('scan.keys.close')} onClose={onClose}>
      <dl className="scan-keys">
        {keys.map(({ keys: keyNames, text }) => (
          <div key={text}>
            <dt>
              {keyNames.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};
