import Button from '@cloudscape-design/components/button';
import Input from '@cloudscape-design/components/input';
import type { InputProps } from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import Select from '@cloudscape-design/components/select';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import {
  findAccessories,
  findAccessory,
  bookableProducts,
  isCompatibleAccessory,
  findRepairProduct,
} from '#shared/catalogue/repairs.ts';
import { findSerialNumberWarning, tidySerialNumber } from '#shared/repairs/serial-number.ts';
import { isTextField } from '#web/browser/key-shortcuts.ts';
import { WithCameraButton } from '#web/components/scan/camera/camera-button.tsx';
import { toAccessoryLabel, toProductLabel, findProductPictogram } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { literalInput } from '#web/ui/form/field.tsx';
import { findOptionKey, toSearchableOption } from '#web/ui/form/searchable-options.ts';
import { Pictogram } from '#web/ui/pictogram.tsx';
import type { ContentForm } from './content-form.tsx';
import { LabelledField } from './content-form.tsx';

type Props = {
  readonly form: ContentForm;
  /** Serial number at the last blur. */
  readonly blurredSerial: string;
  readonly onSerialBlur: (serialNumber: string) => void;
  readonly onEnter: () => void;
  readonly onCamera?: (() => void) | undefined;
};

/** Serial number field, typed or scanned; optional if only accessories are handed in. A doubtful number shows a warning on blur but does not block booking. */
export const SerialNumberField = ({ form, blurredSerial, onSerialBlur, onEnter, onCamera }: Props) => {
  const { t, language } = useTexts();
  const { serialNumber, isOnlyAccessories, product } = form.values;
  const input = useRef<InputProps.Ref>(null);

  const handleBlur = () => {
    const tidiedNumber = tidySerialNumber(serialNumber);
    // Normalizes only on blur, so that the text does not change while typing.
    if (tidiedNumber !== serialNumber) form.set('serialNumber', tidiedNumber);
    onSerialBlur(tidiedNumber);
  };

  const detectedDoubt = blurredSerial === serialNumber ? findSerialNumberWarning(product, serialNumber) : undefined;
  // With accessories only, it may be an accessory's number, for which only the keyboard layout can be checked.
  const doubt = isOnlyAccessories && detectedDoubt !== 'otherKeyboard' ? undefined : detectedDoubt;
  const advice = doubt && t(`repairs.book.doubt.${doubt}`, { product: toProductLabel(product, language) });
  return (
    <LabelledField
      form={form}
      name="serialNumber"
      advice={advice}
      errorOverride={doubt === 'otherKeyboard' ? advice : undefined}
      isOptional={isOnlyAccessories}
      hint={t('repairs.book.serialNumberHint')}
    >
      <WithCameraButton label={t('repairs.fields.serialNumber')} onOpen={onCamera}>
        <Input
          ref={input}
          value={serialNumber}
          onChange={({ detail }) => form.set('serialNumber', detail.value)}
          onBlur={handleBlur}
          onKeyDown={(event) => {
            const { detail } = event;
            if (detail.key !== 'Enter' || detail.ctrlKey || detail.metaKey || serialNumber === '') return;
            // Otherwise the same key press would open the list that receives the focus.
            event.preventDefault();
            const tidiedNumber = tidySerialNumber(serialNumber);
            const isNewlyDoubtful =
              blurredSerial !== tidiedNumber && findSerialNumberWarning(product, tidiedNumber) !== undefined;
            flushSync(handleBlur);
            // Selects a doubtful number, so that another scan replaces it.
            if (isNewlyDoubtful) input.current?.select();
            else onEnter();
          }}
          placeholder={t('repairs.book.serialNumberEntry')}
          {...literalInput}
          ariaRequired={!isOnlyAccessories}
        />
      </WithCameraButton>
    </LabelledField>
  );
};

type ChoiceProps = {
  readonly form: ContentForm;
  readonly onChosen: () => void;
};

/** Product that is probably the right one, with the reason and the label of the button that accepts it. */
export type ProductSuggestion = { readonly product: string; readonly text: string; readonly acceptLabel: string };

type ProductProps = ChoiceProps & {
  readonly suggestion: ProductSuggestion | undefined;
  readonly onAccepted: () => void;
};

/** Key that accepts the suggested product. */
const acceptKey = 'a';

export const ProductField = ({ form, suggestion, onAccepted, onChosen }: ProductProps) => {
  const { t, language } = useTexts();
  const accept = () => {
    if (!suggestion) return;
    form.set('product', suggestion.product);
    onAccepted();
  };
  const acceptByKey = (event: KeyboardEvent) => {
    if (!suggestion || event.key.toLowerCase() !== acceptKey || event.ctrlKey || event.metaKey) return;
    if (isTextField(event.target)) return;
    event.preventDefault();
    accept();
  };
  const { product } = form.values;
  const toOption = (key: string) =>
    toSearchableOption({
      key,
      label: toProductLabel(key, language),
      codes: [findRepairProduct(key)?.code ?? ''],
      iconSvg: <Pictogram name={findProductPictogram(key)} />,
    });
  return (
    // The role is presentational, because the key events come from the controls inside.
    <div role="presentation" onKeyDown={acceptByKey}>
      <LabelledField form={form} name="product">
        <Select
          options={bookableProducts.map(({ key }) => toOption(key))}
          selectedOption={product ? toOption(product) : null}
          onChange={({ detail }) => {
            form.set('product', findOptionKey(detail.selectedOption));
            onChosen();
          }}
          placeholder={t('repairs.book.choose')}
          filteringType="auto"
          filteringAriaLabel={t('repairs.book.searchProduct')}
          filteringPlaceholder={t('repairs.book.searchProduct')}
          noMatch={t('repairs.book.noMatch')}
          ariaRequired
        />
      </LabelledField>
      {suggestion && (
        <p className="product-suggestion">
          {suggestion.text}{' '}
          <Button
            variant="inline-link"
            formAction="none"
            onClick={accept}
            nativeButtonAttributes={{ 'aria-keyshortcuts': acceptKey }}
          >
            {suggestion.acceptLabel}
          </Button>{' '}
          <kbd className="key-hint" aria-hidden="true">
            {acceptKey.toUpperCase()}
          </kbd>
        </p>
      )}
    </div>
  );
};

export const AccessoriesField = ({ form }: { readonly form: ContentForm }) => {
  const { t, language } = useTexts();
  const { product, accessories, isOnlyAccessories } = form.values;

  // Removes accessories chosen for another product that do not fit the current one.
  useEffect(() => {
    const compatibleKeys = accessories.filter((key) => isCompatibleAccessory(key, product));
    if (compatibleKeys.length < accessories.length) form.set('accessories', compatibleKeys);
  }, [accessories, product, form]);

  const toOption = (key: string) =>
    toSearchableOption({ key, label: toAccessoryLabel(key, language), codes: [findAccessory(key)?.code ?? ''] });
  const options = findAccessories(product).map(({ key }) => toOption(key));
  const getHint = () => {
    if (!product) return t('repairs.book.accessoriesNeedProduct');
    return options.length === 0 ? t('repairs.book.noAccessories') : undefined;
  };
  return (
    <LabelledField form={form} name="accessories" isOptional={!isOnlyAccessories} hint={getHint()}>
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
