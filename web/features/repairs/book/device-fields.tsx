import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import { AccessoriesField } from './accessories-field.tsx';
import type { ContentForm } from './content-form.ts';
import { ProductField } from './product-field.tsx';
import { SerialNumberField } from './serial-number-field.tsx';

type Props = {
  readonly form: ContentForm;
  readonly onSerialNumberLeft?: (serialNumber: string) => void;
  /** What there is to say about the serial number. */
  readonly children?: ReactNode;
};

/** What is handed in. */
export const DeviceFields = ({ form, onSerialNumberLeft, children }: Props) => {
  const { t } = useTexts();
  return (
    <Container header={<Header variant="h2">{t('repairs.book.sections.device')}</Header>}>
      <SpaceBetween size="l">
        <ProductField form={form} />
        <Checkbox
          checked={form.values.isOnlyAccessories}
          onChange={({ detail }) => form.set('isOnlyAccessories', detail.checked)}
          description={t('repairs.book.isOnlyAccessoriesHint')}
        >
          {t('repairs.fields.isOnlyAccessories')}
        </Checkbox>
        <AccessoriesField form={form} />
        <SerialNumberField form={form} onLeft={onSerialNumberLeft} />
        {children}
      </SpaceBetween>
    </Container>
  );
};
