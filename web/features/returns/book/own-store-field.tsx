import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import type { stores } from '#shared/routes/stores.ts';
import type { useQuery } from '#web/data/use-query.ts';
import { useTexts } from '#web/language/i18n.ts';
/** The store that staff book for, as the server tells it; idle for an admin, who chooses. */
export type OwnStore = ReturnType<typeof useQuery<typeof stores.ownStore>>;

type Props = { readonly own: OwnStore };

/** The store that staff book for: to be read, never to be changed. */
export const OwnStoreField = ({ own }: Props) => {
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
