import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import '#web/features/users/users.css';
import { useNavigate } from 'react-router';
import { roles } from '#shared/groups.ts';
import { paths } from '#shared/paths.ts';
import { users } from '#shared/routes/users.ts';
import { rolesFor } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { config } from '#web/data/config.ts';
import { StoreFields } from '#web/features/users/store/store-fields.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import { useRouteForm } from '#web/ui/form/use-form.ts';
import { Page } from '#web/ui/page.tsx';

export const RegisterPage = () => {
  const { t } = useTexts();
  const place = usePlace();
  const navigate = useNavigate();
  const form = useRouteForm({
    route: users.registerUser,
    initial: { region: place.region, email: '', storeId: '', storeName: '', roles: [] },
    labels: {
      email: 'users.fields.email',
      storeId: 'users.fields.storeId',
      storeName: 'users.fields.storeName',
      roles: 'users.fields.roles',
    },
    fieldOfCode: { UsernameExistsException: 'email' },
    onDone: ({ sub }) => void navigate(paths.registrationConfirmed(place, sub)),
  });
  const chosen = form.values.roles;
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
            <div className="users-field">
              <Field name="email" label={t('users.fields.email')} errorText={form.errorOf('email')}>
                <Input
                  type="email"
                  value={form.values.email}
                  onChange={({ detail }) => form.set('email', detail.value)}
                  autoComplete={false}
                  spellcheck={false}
                  ariaRequired
                />
              </Field>
            </div>
            <StoreFields form={form} />
            <Field name="roles" errorText={form.errorOf('roles')} constraintText={t('users.register.groupsHint')}>
              <fieldset className="users-choices">
                <legend>{t('users.fields.roles')}</legend>
                {rolesFor(config().regions[place.region]).map((role) => (
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
            </Field>
          </SpaceBetween>
        </Container>
      </Form>
    </Page>
  );
};
