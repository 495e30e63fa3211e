import { useState } from 'react';
import type { ContentForm } from './content-form.tsx';
import { useMoveOn } from './use-move-on.ts';

/** Work on the fields of a repair: the serial number that was last left, and moving on to the next field. */
export const useRepairFields = (form: ContentForm) => {
  const [blurredSerial, setBlurredSerial] = useState(form.values.serialNumber);
  return { blurredSerial, setBlurredSerial, ...useMoveOn(form.missingFields) };
};

export type RepairFieldsWork = ReturnType<typeof useRepairFields>;
