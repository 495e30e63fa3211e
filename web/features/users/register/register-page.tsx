import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import '#web/features/users/users.css';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Role } from '#shared/groups.ts';
import { roles } from '#shared/groups.ts';
import { paths } from '#shared/paths.ts';
import { users } from '#shared/routes/users.ts';
import { rolesFor } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { config } from '#web/data/config.ts';
import { StoreFields } from '#web/features/users/store/store-fields.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import { useRouteForm } from '#web/ui/form/use-form.ts';
import { Page } from '#web/ui/page.tsx';

const nobody = { email: '', storeId: '', storeName: '', roles: [] as Role[] };

/** The form that registers a user. */
const useRegistration = () => {
  const place = usePlace();
  const navigate = useNavigate();
  const [initial] = useState(() => ({ region: place.region, ...nobody }));
  return useRouteForm({
    route: users.registerUser,
    initial,
    labels: {
      email: 'users.fields.email',
      storeId: 'users.fields.storeId',
      storeName: 'users.fields.storeName',
      roles: 'users.fields.roles',
    },
    fieldOfCode: { UsernameExistsException: 'email' },
    onDone: ({ sub }) => void navigate(paths.registrationConfirmed(place, sub)),
  });
};

/** What the new user may do. */
const RoleFields = ({ form }: { readonly form: ReturnType<typeof useRegistration> }) => {
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
  const form = useRegistration();
  return (
    <Page title={t('users.register.title')} description={t('users.register.description')}>
      <FormErrors complaint={form.complaint} />
      {/* No form element: only the button may send. */}
      <Form
        actions={
          <Button variant="primary" formAction="none" loading={form.busy} onClick={() => void form.submit()}>
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
                  value={form.values.email}
                  onChange={({ detail }) => form.set('email', detail.value)}
                  autoComplete={false}
                  spellcheck={false}
                  ariaRequired
                />
              </FormField>
            </div>
            <StoreFields form={form} />
            <RoleFields form={form} />
          </SpaceBetween>
        </Container>
      </Form>
    </Page>
  );
};
