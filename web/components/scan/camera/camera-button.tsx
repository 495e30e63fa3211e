import type { ReactNode } from 'react';
import { canScanByCamera } from '#web/browser/camera.ts';
import { useScanTexts } from '#web/components/scan/scan-texts.ts';
import { IconButton } from '#web/ui/icon-button.tsx';

type Props = {
  /** Label of the field that the code is for. */
  readonly label: string;
  /** Undefined where the camera cannot be used, for example in a correction. */
  readonly onOpen: (() => void) | undefined;
  readonly children: ReactNode;
};

/** Field with a button that opens the camera; only on handheld devices, whose camera can be held to a label. */
export const WithCameraButton = ({ label, onOpen, children }: Props) => {
  const { t } = useScanTexts();
  if (!onOpen || !canScanByCamera()) return children;
  return (
    <div className="with-camera">
      {children}
      <IconButton icon="video-camera-on" label={t('scan.camera.open', { field: label })} onClick={onOpen} />
    </div>
  );
};
