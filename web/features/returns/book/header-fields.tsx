import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import { useTexts } from '#web/language/i18n.ts';
import { asTyped, Field } from '#web/ui/form/field.tsx';
import { StoreField } from '#web/ui/form/store-field.tsx';
import { OwnStoreField } from './own-store-field.tsx';
import type { OwnStore } from './own-store-field.tsx';
import type { ReturnForm } from './use-return.ts';

type Props = { readonly form: ReturnForm; readonly own: OwnStore };

/** Which store sends back, and under which number of its own. */
export const HeaderFields = ({ form, own }: Props) => {
  const { t } = useTexts();
  const { storeId, storeRefNo, files, lines } = form.values;
  const hasFile = files.length > 0 && lines.length > 0;
  const chooseStore = (chosen: string) => {
    form.set('storeId', chosen);
    // Nothing of them is left.
    form.set('files', []);
    form.set('filesStoreId', undefined);
    form.set('left', undefined);
  };
  return (
    <Container header={<Header variant="h2">{t('returns.book.sections.header')}</Header>}>
      <ColumnLayout columns={2}>
        {storeId === undefined ? (
          <OwnStoreField own={own} />
        ) : (
          <StoreField
            label={t('returns.fields.storeId')}
            value={storeId}
            onChange={chooseStore}
            fixedBecause={hasFile ? t('returns.book.storeFixed') : undefined}
            error={form.errorOf('storeId')}
          />
        )}
        <Field
          name="storeRefNo"
          label={t('returns.fields.storeRefNo')}
          constraintText={t('returns.book.storeRefNoHint')}
          errorText={form.errorOf('storeRefNo')}
        >
          <Input
            value={storeRefNo}
            onChange={({ detail }) => form.set('storeRefNo', detail.value)}
            {...asTyped}
            ariaRequired
          />
        </Field>
      </ColumnLayout>
    </Container>
  );
};
