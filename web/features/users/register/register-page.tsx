import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import '#web/features/users/users.css';
import { roles } from '#shared/groups.ts';
import { rolesFor } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { config } from '#web/data/config.ts';
import { StoreFields } from '#web/features/users/store/store-fields.tsx';
import { WhichName } from '#web/features/users/store/which-name.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import { Page } from '#web/ui/page.tsx';
import type { Registration } from './use-registration.ts';
import { useRegistration } from './use-registration.ts';

/** What the new user may do. */
const RoleFields = ({ form }: { readonly form: Registration['form'] }) => {
  const { t } = useTexts();
  const chosen = form.values.roles;
  const offered = rolesFor(config().regions[usePlace().region]);
  return (
    <div data-field="roles">
      <FormField errorText={form.errorOf('roles')} constraintText={t('users.register.groupsHint')} stretch>
        <fieldset className="users-choices">
          <legend>{t('users.fields.roles')}</legend>
          {offered.map((role) => (
            <Checkbox
              key={role}
              checked={chosen.includes(role)}
              description={t(`users.operations.groupHints.${role}`)}
              onChange={({ detail }) =>
                form.set(
                  'roles',
                  roles.filter((one) => (one === role ? detail.checked : chosen.includes(one))),
                )
              }
            >
              {t(`users.roles.${role}`)}
            </Checkbox>
          ))}
        </fieldset>
      </FormField>
    </div>
  );
};

/** Registers a user, who is invited by email. */
export const RegisterPage = () => {
  const { t } = useTexts();
  const { form, known, submit } = useRegistration();
  const { email, storeId, storeName } = form.values;
  return (
    <Page title={t('users.register.title')} description={t('users.register.description')}>
      <FormErrors complaint={form.complaint} />
      {/* No form element: only the button may send. */}
      <Form
        actions={
          <Button variant="primary" formAction="none" loading={form.busy} onClick={submit}>
            {t('users.register.submit')}
          </Button>
        }
      >
        <Container>
          <SpaceBetween size="l">
            <div data-field="email" className="users-field">
              <FormField label={t('users.fields.email')} errorText={form.errorOf('email')} stretch>
                <Input
                  type="email"
                  value={email}
                  onChange={({ detail }) => form.set('email', detail.value)}
                  autoComplete={false}
                  spellcheck={false}
                  ariaRequired
                />
              </FormField>
            </div>
            <StoreFields
              known={known}
              value={{ storeId, storeName }}
              onChange={(change) => {
                if (change.storeId !== undefined) form.set('storeId', change.storeId);
                if (change.storeName !== undefined) form.set('storeName', change.storeName);
              }}
              errorOf={form.errorOf}
            />
            <RoleFields form={form} />
          </SpaceBetween>
        </Container>
      </Form>
      <WhichName known={known} />
    </Page>
  );
};
