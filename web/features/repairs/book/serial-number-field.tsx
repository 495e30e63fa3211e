import Input from '@cloudscape-design/components/input';
import type { InputProps } from '@cloudscape-design/components/input';
import { useEffect, useRef, useState } from 'react';
import { serialNumberDoubt, tidySerialNumber } from '#shared/repairs/serial-number.ts';
import type { SerialNumberDoubt } from '#shared/repairs/serial-number.ts';
import { productLabel } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { TextKey } from '#web/language/i18n.ts';
import { asTyped } from '#web/ui/form/field.tsx';
import type { ContentForm } from './content-form.tsx';
import { LabelledField } from './content-form.tsx';

const adviceOn = {
  unlikely: 'repairs.book.doubt.unlikely',
  ean: 'repairs.book.doubt.ean',
  shape: 'repairs.book.doubt.shape',
  checkDigit: 'repairs.book.doubt.checkDigit',
} as const satisfies Record<SerialNumberDoubt, TextKey>;

type Props = {
  readonly form: ContentForm;
  /** Gets the serial number once it is complete. */
  readonly onLeft: (serialNumber: string) => void;
};

/** Typed or scanned; not needed when only accessories are handed in. What looks odd is said when the field is left, and holds nobody up. */
export const SerialNumberField = ({ form, onLeft }: Props) => {
  const { t, language } = useTexts();
  const { serialNumber, isOnlyAccessories, product } = form.values;
  const [left, setLeft] = useState(serialNumber);
  const [scans, setScans] = useState(0);
  const input = useRef<InputProps.Ref>(null);
  useEffect(() => {
    if (scans > 0) input.current?.select();
  }, [scans]);

  const leave = () => {
    const tidy = tidySerialNumber(serialNumber);
    // Only on blur: what is being typed does not change by itself.
    if (tidy !== serialNumber) form.set('serialNumber', tidy);
    setLeft(tidy);
    onLeft(tidy);
  };

  // With accessories only, the number may be an accessory's: nothing is known of those.
  const doubt = left === serialNumber && !isOnlyAccessories ? serialNumberDoubt(product, serialNumber) : undefined;
  return (
    <LabelledField
      form={form}
      name="serialNumber"
      advice={doubt && t(adviceOn[doubt], { product: productLabel(product, language) })}
      isOptional={isOnlyAccessories}
      hint={t('repairs.book.serialNumberHint')}
    >
      <Input
        ref={input}
        value={serialNumber}
        onChange={({ detail }) => form.set('serialNumber', detail.value)}
        onBlur={leave}
        // A scanner ends with Enter: the number is complete. Another scan then replaces it.
        onKeyDown={({ detail }) => {
          if (detail.key !== 'Enter') return;
          leave();
          setScans(scans + 1);
        }}
        {...asTyped}
        ariaRequired={!isOnlyAccessories}
      />
    </LabelledField>
  );
};
