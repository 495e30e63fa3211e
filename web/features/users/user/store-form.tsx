import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import * as z from 'zod/mini';
import { newUser } from '#shared/users/user.ts';
import { StoreFields } from '#web/features/users/store/store-fields.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { UserProps } from './use-user-operations.ts';

const shape = { input: z.strictObject({ storeId: newUser.storeId, storeName: newUser.storeName }) };

/** Changes the store that a user books for. */
export const StoreForm = ({ user, isBusy, start }: UserProps) => {
  const { t } = useTexts();
  const form = useForm({
    shape,
    initial: { storeId: user.storeId, storeName: user.storeName },
    labels: { storeId: 'users.fields.storeId', storeName: 'users.fields.storeName' },
    send: async (store) => start({ type: 'changeStore', ...store }),
    onDone: () => undefined,
  });
  // What somebody else has changed meanwhile must not be changed back unseen.
  const [base, setBase] = useState(user);
  if (base.storeId !== user.storeId || base.storeName !== user.storeName) {
    setBase(user);
    form.reset({ storeId: user.storeId, storeName: user.storeName });
  }
  const { storeId, storeName } = form.values;
  const isSame = storeId.trim() === user.storeId && storeName.trim() === user.storeName;
  return (
    <Container header={<Header variant="h2">{t('users.storeForm.title')}</Header>}>
      <SpaceBetween size="m">
        <FormErrors complaint={form.complaint} />
        <StoreFields form={form} />
        {!isSame && (
          <Button formAction="none" loading={isBusy} onClick={() => void form.submit()}>
            {t('users.storeForm.save')}
          </Button>
        )}
      </SpaceBetween>
    </Container>
  );
};
