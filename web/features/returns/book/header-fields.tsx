import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import type { stores } from '#shared/routes/stores.ts';
import type { useQuery } from '#web/data/use-query.ts';
import { useTexts } from '#web/language/i18n.ts';
import { asTyped, Field } from '#web/ui/form/field.tsx';
import { StoreField } from '#web/ui/form/store-field.tsx';
import type { ReturnForm } from './use-return.ts';

/** The store that staff book for, as the server tells it; idle for an admin, who chooses. */
type OwnStore = ReturnType<typeof useQuery<typeof stores.ownStore>>;

/** The store that staff book for: to be read, never to be changed. */
const OwnStoreField = ({ own }: { readonly own: OwnStore }) => {
  const { t } = useTexts();
  const isFailed = own.status === 'failed';
  return (
    <FormField
      label={t('returns.fields.storeId')}
      constraintText={own.status === 'loaded' && t('returns.book.ownStore', { storeName: own.data.storeName })}
      // The server knows the store: a return can be booked all the same.
      warningText={isFailed ? t('returns.book.ownStoreFailed') : undefined}
      secondaryControl={
        isFailed && (
          <Button formAction="none" onClick={own.reload}>
            {t('stores.retry')}
          </Button>
        )
      }
      stretch
    >
      <Input
        value={own.status === 'loaded' ? own.data.storeId : ''}
        readOnly
        {...(own.status === 'loading' && { placeholder: t('returns.book.ownStoreLoading') })}
      />
    </FormField>
  );
};

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
