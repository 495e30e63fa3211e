import Input from '@cloudscape-design/components/input';
import type { InputProps } from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import Select from '@cloudscape-design/components/select';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import {
  findAccessories,
  findAccessory,
  bookableProducts,
  isCompatibleAccessory,
  findRepairProduct,
} from '#shared/catalogue/repairs.ts';
import { findSerialNumberWarning, tidySerialNumber } from '#shared/repairs/serial-number.ts';
import { accessoryLabel, productLabel, productPictogram } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { literalInput } from '#web/ui/form/field.tsx';
import { findOptionKey, searchableOption } from '#web/ui/form/searchable-options.ts';
import { Pictogram } from '#web/ui/pictogram.tsx';
import type { ContentForm } from './content-form.tsx';
import { LabelledField } from './content-form.tsx';

type Props = {
  readonly form: ContentForm;
  /** Serial number at the last blur. */
  readonly blurredSerial: string;
  readonly onSerialBlur: (serialNumber: string) => void;
};

/** Serial number field, typed or scanned; optional if only accessories are handed in. A doubtful number shows a warning on blur but does not block booking. */
export const SerialNumberField = ({ form, blurredSerial, onSerialBlur }: Props) => {
  const { t, language } = useTexts();
  const { serialNumber, isOnlyAccessories, product } = form.values;
  const input = useRef<InputProps.Ref>(null);

  const handleBlur = () => {
    const tidy = tidySerialNumber(serialNumber);
    // Normalizes only on blur, so that the text does not change while typing.
    if (tidy !== serialNumber) form.set('serialNumber', tidy);
    onSerialBlur(tidy);
  };

  const detectedDoubt = blurredSerial === serialNumber ? findSerialNumberWarning(product, serialNumber) : undefined;
  // With accessories only, it may be an accessory's number, for which only the keyboard layout can be checked.
  const doubt = isOnlyAccessories && detectedDoubt !== 'otherKeyboard' ? undefined : detectedDoubt;
  const advice = doubt && t(`repairs.book.doubt.${doubt}`, { product: productLabel(product, language) });
  return (
    <LabelledField
      form={form}
      name="serialNumber"
      advice={advice}
      errorOverride={doubt === 'otherKeyboard' ? advice : undefined}
      isOptional={isOnlyAccessories}
      hint={t('repairs.book.serialNumberHint')}
    >
      <Input
        ref={input}
        value={serialNumber}
        onChange={({ detail }) => form.set('serialNumber', detail.value)}
        onBlur={handleBlur}
        // Scanners send Enter after the number; select it, so that another scan replaces it.
        onKeyDown={({ detail }) => {
          if (detail.key !== 'Enter') return;
          flushSync(handleBlur);
          input.current?.select();
        }}
        {...literalInput}
        ariaRequired={!isOnlyAccessories}
      />
    </LabelledField>
  );
};

export const ProductField = ({ form }: { readonly form: ContentForm }) => {
  const { t, language } = useTexts();
  const { product } = form.values;
  const toOption = (key: string) =>
    searchableOption({
      key,
      label: productLabel(key, language),
      codes: [findRepairProduct(key)?.code ?? ''],
      iconSvg: <Pictogram name={productPictogram(key)} />,
    });
  return (
    <LabelledField form={form} name="product">
      <Select
        options={bookableProducts.map(({ key }) => toOption(key))}
        selectedOption={product ? toOption(product) : null}
        onChange={({ detail }) => form.set('product', findOptionKey(detail.selectedOption))}
        placeholder={t('repairs.book.choose')}
        filteringType="auto"
        filteringAriaLabel={t('repairs.book.searchProduct')}
        filteringPlaceholder={t('repairs.book.searchProduct')}
        noMatch={t('repairs.book.noMatch')}
        ariaRequired
      />
    </LabelledField>
  );
};

export const AccessoriesField = ({ form }: { readonly form: ContentForm }) => {
  const { t, language } = useTexts();
  const { product, accessories, isOnlyAccessories } = form.values;

  // Removes accessories chosen for another product that do not fit the current one.
  useEffect(() => {
    const compatible = accessories.filter((key) => isCompatibleAccessory(key, product));
    if (compatible.length < accessories.length) form.set('accessories', compatible);
  }, [accessories, product, form]);

  const toOption = (key: string) =>
    searchableOption({ key, label: accessoryLabel(key, language), codes: [findAccessory(key)?.code ?? ''] });
  const options = findAccessories(product).map(({ key }) => toOption(key));
  const hint = () => {
    if (!product) return t('repairs.book.accessoriesNeedProduct');
    return options.length === 0 ? t('repairs.book.noAccessories') : undefined;
  };
  return (
    <LabelledField form={form} name="accessories" isOptional={!isOnlyAccessories} hint={hint()}>
      <Multiselect
        options={options}
        selectedOptions={accessories.map(toOption)}
        onChange={({ detail }) => form.set('accessories', detail.selectedOptions.map(findOptionKey))}
        disabled={options.length === 0}
        placeholder={t('repairs.book.choose')}
        filteringType="auto"
        filteringAriaLabel={t('repairs.book.searchProduct')}
        filteringPlaceholder={t('repairs.book.searchProduct')}
        noMatch={t('repairs.book.noMatch')}
        ariaRequired={isOnlyAccessories}
      />
    </LabelledField>
  );
};
