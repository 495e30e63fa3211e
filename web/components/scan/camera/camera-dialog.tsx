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
import { createScanHistory } from './scan-history.ts';
import { useCamera } from './use-camera.ts';

const modalRef = createModalRef('footer button');

/** Vibration in milliseconds: one pulse for a scan that was taken, two for any other. */
const vibrations = { taken: [60], refused: [60, 80, 60], unplaced: [60, 80, 60] } as const;

const vibrate = ({ status }: ScanOutcome) => {
  // Absent in Safari and on desktops.
  if ('vibrate' in navigator) navigator.vibrate([...vibrations[status]]);
};

/** Returns whether a scan is a web address, which packages have for customers and which identifies nothing to book. */
const isWebAddress = (scan: Scan) => scan.kind === 'text' && /^https?:/i.test(scan.text);

const toScan = async ({ text }: FoundCode): Promise<Scan> => {
  const scan = classifyCode(text);
  return scan.kind === 'gs1' ? (await import('#web/components/scan/read-gs1.ts')).readGs1(scan.text) : scan;
};

type Picture = { readonly width: number; readonly height: number; readonly codes: readonly FoundCode[] };

/** Outlines of the codes that were found, drawn over the whole box like the picture. */
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
  /** Tells the user what to scan next. */
  readonly hint: string;
  /** Field whose button opened the camera; it is passed on only for serial numbers and devices, whose kind is certain. */
  readonly fieldName?: string;
  /** True if the form waits for an EAN, even for the one that was just in the picture. */
  readonly isProductAwaited?: boolean;
  /** Returns whether the dialog closes after a scan; without it, the dialog stays open until the user closes it. */
  readonly isLastScan?: (scan: Scan) => boolean;
  readonly onClose: () => void;
  /** Called after the dialog has closed because the user prefers to type in the field. */
  readonly onTypeInstead: () => void;
  readonly children?: ReactNode;
};

/** Dialog that scans with the camera; its scans are placed like those of a hand scanner. */
export const CameraDialog = (props: Props) => {
  const {
    title,
    description,
    hint,
    fieldName,
    isProductAwaited = false,
    isLastScan,
    onClose,
    onTypeInstead,
    children,
  } = props;
  const { t } = useScanTexts();
  const scans = useScansContext();
  const videoRef = useRef<HTMLVideoElement>(null);
  const [picture, setPicture] = useState<Picture>();
  /** Number of scans before the dialog opened. Their outcome is not shown. */
  const [initialCount] = useState(scans.outcome?.count ?? 0);
  const outcome = scans.outcome && scans.outcome.count > initialCount ? scans.outcome : undefined;
  const [scanHistory] = useState(createScanHistory);
  /** Scans of the previous picture, if there were new ones; the other code of a label may be readable only in the next picture. */
  const previousScans = useRef<readonly SeenScan[]>([]);

  const placeScans = async (newScans: readonly Scan[]) => {
    scanHistory.remember(newScans, Date.now());
    const isDone = isLastScan !== undefined && newScans.some(isLastScan);
    // The dialog closes first, because the form then moves the focus to the next field.
    if (isDone) flushSync(onClose);
    for (const scan of newScans) {
      const isCertain = scan.kind === 'serialNumber' || scan.kind === 'device';
      // Scans are placed one after the other, because the second code of a label depends on the first one in the form.
      // oxlint-disable-next-line no-await-in-loop
      vibrate(await scans.read(scan, isCertain ? fieldName : undefined));
    }
  };
  const handlePicture = async (codes: readonly FoundCode[], video: HTMLVideoElement) => {
    const { videoWidth: width, videoHeight: height, clientWidth, clientHeight } = video;
    const pictureScans: SeenScan[] = [];
    const shownCodes: FoundCode[] = [];
    const classifiedCodes = await Promise.all(codes.map(async (code) => ({ code, scan: await toScan(code) })));
    for (const { code, scan } of classifiedCodes) {
      const distance = findDistance(code.corners, { width, height }, { width: clientWidth, height: clientHeight });
      if (distance === undefined || isWebAddress(scan)) continue;
      shownCodes.push(code);
      pictureScans.push({ scan, distance });
    }
    setPicture({ width, height, codes: shownCodes });
    // The user has to answer an open question before the next scan.
    if (outcome?.status === 'unplaced') return;
    const chosenScans = chooseScans([...previousScans.current, ...pictureScans], isLastScan === undefined);
    const newScans = scanHistory.findNew(chosenScans, Date.now(), isProductAwaited);
    const isFirstSight = previousScans.current.length === 0;
    previousScans.current = newScans.length > 0 && isFirstSight ? pictureScans : [];
    if (newScans.length > 0 && !isFirstSight) await placeScans(newScans);
  };
  const { state, isTorchOn, switchTorch, retry } = useCamera(videoRef, handlePicture);
  const problem = state === 'starting' || state === 'on' ? undefined : state;
  const close = () => flushSync(onClose);
  const typeInstead = () => {
    close();
    onTypeInstead();
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
        {isLastScan === undefined && (
          <PlainButton isPrimary onClick={close}>
            {t('scan.camera.done')}
          </PlainButton>
        )}
      </footer>
    </dialog>
  );
};
