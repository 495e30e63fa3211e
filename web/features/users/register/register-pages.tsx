import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import '#web/features/users/users.css';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import * as field from '#shared/api/fields.ts';
import { paths } from '#shared/api/paths.ts';
import { users } from '#shared/api/routes/users.ts';
import { regions } from '#shared/config/regions.ts';
import { roles } from '#shared/users/groups.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { findAvailableRoles } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { useRouteForm } from '#web/components/forms/use-form.ts';
import { Loading, LoadFailed } from '#web/components/lists/loading.tsx';
import { getConfig } from '#web/data/config.ts';
import { useQuery } from '#web/data/use-query.ts';
import { StoreFields } from '#web/features/users/store/store-fields.tsx';
import { formatRelativeTime } from '#web/features/users/user-texts.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
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
    fieldByErrorCode: { UsernameExistsException: 'email', StoreAmbiguous: 'storeId' },
    onDone: ({ sub }) => void navigate(paths.registrationConfirmed(place, sub)),
  });
  const selectedRoles = form.values.roles;
  return (
    <Page title={t('users.register.title')} description={t('users.register.description')}>
      <FormErrors errorSummary={form.errorSummary} />
      {/* Cloudscape's Form is no form element, so that only the button submits. */}
      <Form
        actions={
          <Button variant="primary" formAction="none" loading={form.isBusy} onClick={() => void form.submit()}>
            {t('users.register.submit')}
          </Button>
        }
      >
        <Container>
          <SpaceBetween size="l">
            <div className="users-field">
              <Field name="email" label={t('users.fields.email')} errorText={form.findErrorText('email')}>
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
            <Field name="roles" errorText={form.findErrorText('roles')} constraintText={t('users.register.groupsHint')}>
              <fieldset className="users-choices">
                <legend>{t('users.fields.roles')}</legend>
                {findAvailableRoles(getConfig().regions[place.region]).map((role) => (
                  <Checkbox
                    key={role}
                    checked={selectedRoles.includes(role)}
                    description={t(`users.operations.groupHints.${role}`)}
                    onChange={({ detail }) =>
                      form.set(
                        'roles',
                        roles.filter((existingRole) =>
                          existingRole === role ? detail.checked : selectedRoles.includes(existingRole),
                        ),
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

export const RegistrationConfirmedPage = () => {
  const { t, locale, formatInstant } = useTexts();
  const [now] = useState(() => new Date());
  const place = usePlace();
  const sub = field.sub.safeParse(new URLSearchParams(useLocation().search).get('sub')).data;
  const query = useQuery(users.findUser, sub === undefined ? undefined : { region: place.region, sub });
  const formatInvitation = ({ email, status, inviteExpiresAt }: UserDetails) => {
    if (status !== 'invited' || inviteExpiresAt === undefined) return t('users.confirmed.accepted', { email });
    const expiryText = formatInstant(inviteExpiresAt, regions[place.region].timeZone);
    return t('users.confirmed.sent', {
      email,
      until: expiryText,
      when: formatRelativeTime(inviteExpiresAt, now, locale),
    });
  };
  if (sub === undefined) return <Navigate to={paths.register(place)} replace />;
  return (
    <Page title={t('users.confirmed.title')}>
      {query.status === 'failed' && <LoadFailed failure={query} onRetry={query.reload} />}
      <Container>
        <SpaceBetween size="m">
          {query.status === 'loading' && <Loading text={t('users.user.loading')} />}
          {query.status === 'loaded' && (
            <Box variant="p">
              <span className="users-wrap">{formatInvitation(query.data.user)}</span>
            </Box>
          )}
          <div className="users-buttons">
            <LinkButton variant="primary" href={paths.register(place)}>
              {t('users.confirmed.repeat')}
            </LinkButton>
            {query.status === 'loaded' && (
              <LinkButton href={paths.individualUserOperations(place, sub)}>
                {t('users.confirmed.show', { email: query.data.user.email })}
              </LinkButton>
            )}
          </div>
        </SpaceBetween>
      </Container>
    </Page>
  );
};
