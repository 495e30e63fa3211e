import { CameraDialog } from '#web/components/scan/camera/camera-dialog.tsx';
import { useScanTexts } from '#web/components/scan/scan-texts.ts';
import { focusField } from '#web/ui/form/focus-field.ts';

type Props = {
  /** True if the product is already suggested by its EAN. */
  readonly isProductKnown: boolean;
  readonly onClose: () => void;
};

/** Camera for the serial number of a device, and for the EAN on the same label, which suggests the product. */
export const RepairCamera = ({ isProductKnown, onClose }: Props) => {
  const { t } = useScanTexts();
  return (
    <CameraDialog
      title={t('scan.camera.serialNumber')}
      hint={t(isProductKnown ? 'scan.camera.nextSerialNumber' : 'scan.camera.point')}
      fieldName="serialNumber"
      isLastScan={({ kind }) => kind !== 'product'}
      onClose={onClose}
      onTypeInstead={() => focusField(['serialNumber'])}
    />
  );
};
