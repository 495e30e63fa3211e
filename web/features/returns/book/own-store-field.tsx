import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useTexts } from '#web/language/i18n.ts';
import type { OwnStore } from './use-own-store.ts';

type Props = { readonly own: OwnStore; readonly onReload: () => void };

/** The store that staff book for: to be read, never to be changed. */
export const OwnStoreField = ({ own, onReload }: Props) => {
  const { t } = useTexts();
  const isFailed = own.status === 'failed';
  return (
    <FormField
      label={t('returns.fields.storeId')}
      constraintText={own.status === 'loaded' ? own.store.storeName : undefined}
      // The server knows the store: a return can be booked all the same.
      warningText={isFailed ? t('returns.book.ownStoreFailed') : undefined}
      secondaryControl={
        isFailed && (
          <Button formAction="none" onClick={onReload}>
            {t('stores.retry')}
          </Button>
        )
      }
      stretch
    >
      <Input
        value={own.status === 'loaded' ? own.store.storeId : ''}
        readOnly
        {...(own.status === 'loading' && { placeholder: t('returns.book.ownStoreLoading') })}
      />
    </FormField>
  );
};
