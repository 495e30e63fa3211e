import { useState } from 'react';
import type { ContentForm } from './content-form.tsx';
import { useMoveOn } from './use-move-on.ts';

/** Returns the state that the fields of a repair share: the serial number at its last blur, and the functions that move the focus to the next field. */
export const useRepairFields = (form: ContentForm) => {
  const [blurredSerial, setBlurredSerial] = useState(form.values.serialNumber);
  return { blurredSerial, setBlurredSerial, ...useMoveOn(form.findMissingFields) };
};

export type RepairFieldsState = ReturnType<typeof useRepairFields>;
