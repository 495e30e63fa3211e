import './camera-dialog.css';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { classifyCode } from '#web/components/scan/classify-scan.ts';
import type { Scan } from '#web/components/scan/classify-scan.ts';
import { useScanTexts } from '#web/components/scan/scan-texts.ts';
import { useScansContext } from '#web/components/scan/use-scans.ts';
import type { ScanOutcome } from '#web/components/scan/use-scans.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { createModalRef } from '#web/ui/modal-ref.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { chooseScans, findDistance } from './choose-scans.ts';
import type { SeenScan } from './choose-scans.ts';
import type { FoundCode } from './open-code-reader.ts';
import { createSeenScans } from './seen-scans.ts';
import { useCamera } from './use-camera.ts';

const modalRef = createModalRef('footer button');

/** Vibration in milliseconds: one pulse for a scan that was taken, two for any other. */
const vibrations = { taken: [60], refused: [60, 80, 60], unplaced: [60, 80, 60] } as const;

const vibrate = ({ status }: ScanOutcome) => {
  // Absent in Safari and on desktops.
  if ('vibrate' in navigator) navigator.vibrate([...vibrations[status]]);
};

/** Packages have web addresses for customers, which are nothing to book. */
const isWebAddress = (scan: Scan) => scan.kind === 'text' && /^https?:/i.test(scan.text);

const toScan = async ({ text }: FoundCode): Promise<Scan> => {
  const scan = classifyCode(text);
  return scan.kind === 'gs1' ? (await import('#web/components/scan/read-gs1.ts')).readGs1(scan.text) : scan;
};

type Picture = { readonly width: number; readonly height: number; readonly codes: readonly FoundCode[] };

/** Frames the codes that were found; the picture covers its box, and so does the drawing. */
const Outlines = ({ picture: { width, height, codes } }: { readonly picture: Picture }) => (
  <svg
    className="camera-outlines"
    viewBox={`0 0 ${width} ${height}`}
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
    focusable="false"
  >
    {codes.map(({ text, corners }) => (
      <polygon key={text} points={corners.map(({ x, y }) => `${x},${y}`).join(' ')} />
    ))}
  </svg>
);

type Props = {
  readonly title: string;
  readonly description?: string | undefined;
  /** What to scan next. */
  readonly hint: string;
  /** Field beside which the camera was opened, for a code that certainly belongs into it. */
  readonly fieldName?: string;
  /** Whether an EAN is awaited although the same one was just in the picture. */
  readonly isProductAwaited?: boolean;
  /** Returns whether a scan ends the use of the camera; undefined if it goes on until the user is done. */
  readonly isLast?: (scan: Scan) => boolean;
  readonly onClose: () => void;
  /** Called after closing, to continue in the field. */
  readonly onType: () => void;
  readonly children?: ReactNode;
};

/** Camera as a scanner: its codes go where those of a hand scanner go. */
export const CameraDialog = (props: Props) => {
  const { title, description, hint, fieldName, isProductAwaited = false, isLast, onClose, onType, children } = props;
  const { t } = useScanTexts();
  const scans = useScansContext();
  const videoRef = useRef<HTMLVideoElement>(null);
  const [picture, setPicture] = useState<Picture>();
  /** Outcome of this dialog's scans only. */
  const [firstCount] = useState(scans.outcome?.count ?? 0);
  const outcome = scans.outcome && scans.outcome.count > firstCount ? scans.outcome : undefined;
  const [seenScans] = useState(createSeenScans);
  /** New scans of the picture before: the other code of a label may be readable only in the next picture. */
  const before = useRef<readonly SeenScan[]>([]);

  const take = async (newScans: readonly Scan[]) => {
    seenScans.remember(newScans, Date.now());
    const isEnd = isLast !== undefined && newScans.some(isLast);
    // Closed first, because the form moves the focus to the next field.
    if (isEnd) flushSync(onClose);
    for (const scan of newScans) {
      const isCertain = scan.kind === 'serialNumber' || scan.kind === 'device';
      // One after the other: the second code of a label finds the form with the first.
      // oxlint-disable-next-line no-await-in-loop
      vibrate(await scans.read(scan, isCertain ? fieldName : undefined));
    }
  };
  const handlePicture = async (codes: readonly FoundCode[], video: HTMLVideoElement) => {
    const { videoWidth: width, videoHeight: height, clientWidth, clientHeight } = video;
    const seen: SeenScan[] = [];
    const shownCodes: FoundCode[] = [];
    const all = await Promise.all(codes.map(async (code) => ({ code, scan: await toScan(code) })));
    for (const { code, scan } of all) {
      const distance = findDistance(code.corners, { width, height }, { width: clientWidth, height: clientHeight });
      if (distance === undefined || isWebAddress(scan)) continue;
      shownCodes.push(code);
      seen.push({ scan, distance });
    }
    setPicture({ width, height, codes: shownCodes });
    // A question is answered before the next code.
    if (outcome?.status === 'unplaced') return;
    const chosen = chooseScans([...before.current, ...seen], isLast === undefined);
    const newScans = seenScans.findNew(chosen, Date.now(), isProductAwaited);
    const isFirstSight = before.current.length === 0;
    before.current = newScans.length > 0 && isFirstSight ? seen : [];
    if (newScans.length > 0 && !isFirstSight) await take(newScans);
  };
  const { state, isTorchOn, switchTorch, retry } = useCamera(videoRef, handlePicture);
  const problem = state === 'starting' || state === 'on' ? undefined : state;
  const close = () => flushSync(onClose);
  const typeInstead = () => {
    close();
    onType();
  };
  return (
    <dialog
      ref={modalRef}
      className="camera-dialog"
      aria-labelledby="camera-title"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <header>
        <div>
          <h2 id="camera-title">{title}</h2>
          {description !== undefined && <p>{description}</p>}
        </div>
        <IconButton icon="close" label={t('scan.camera.close')} onClick={close} />
      </header>
      <div className="camera-picture">
        <video ref={videoRef} muted playsInline aria-hidden="true" />
        {state === 'on' && picture && <Outlines picture={picture} />}
        {problem === undefined && <div className="camera-frame" />}
        {problem !== undefined && (
          <div className="camera-problem" role="alert">
            <p>{t(`scan.camera.${problem}`)}</p>
            <PlainButton onClick={retry}>{t('scan.camera.retry')}</PlainButton>
          </div>
        )}
        {problem === undefined && <p className="camera-hint">{state === 'on' ? hint : t('scan.camera.starting')}</p>}
        {isTorchOn !== undefined && (
          <PlainButton aria-pressed={isTorchOn} onClick={switchTorch}>
            {t('scan.camera.torch')}
          </PlainButton>
        )}
      </div>
      <div className="camera-results">
        <output className={outcome ? `camera-outcome is-${outcome.status}` : 'camera-outcome'}>
          {outcome?.text ?? t('scan.camera.privacy')}
        </output>
        {outcome?.status === 'unplaced' && (
          <div className="camera-choices">
            {outcome.choices.map((choice) => (
              <PlainButton key={choice.label} onClick={() => scans.choose(choice)}>
                {choice.label}
              </PlainButton>
            ))}
            <PlainButton onClick={scans.dismiss}>{t('scan.discard')}</PlainButton>
          </div>
        )}
        {children}
      </div>
      <footer>
        <PlainButton onClick={typeInstead}>{t('scan.camera.type')}</PlainButton>
        {isLast === undefined && (
          <PlainButton isPrimary onClick={close}>
            {t('scan.camera.done')}
          </PlainButton>
        )}
      </footer>
    </dialog>
  );
};
