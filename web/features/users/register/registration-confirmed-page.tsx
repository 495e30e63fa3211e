import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import '#web/features/users/users.css';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import * as field from '#shared/fields.ts';
import { paths } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import { users } from '#shared/routes/users.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { useQuery } from '#web/data/use-query.ts';
import { relativeTime } from '#web/features/users/user-words.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading, LoadFailed } from '#web/ui/list/loading.tsx';
import { Page } from '#web/ui/page.tsx';

export const RegistrationConfirmedPage = () => {
  const { t, locale, formatInstant } = useTexts();
  const [now] = useState(() => new Date());
  const place = usePlace();
  const sub = field.sub.safeParse(new URLSearchParams(useLocation().search).get('sub')).data;
  const query = useQuery(users.findUser, sub === undefined ? undefined : { region: place.region, sub });
  const invitation = ({ email, status, inviteExpiresAt }: UserDetails) => {
    if (status !== 'invited' || inviteExpiresAt === undefined) return t('users.confirmed.accepted', { email });
    const until = formatInstant(inviteExpiresAt, regions[place.region].timeZone);
    return t('users.confirmed.sent', { email, until, when: relativeTime(inviteExpiresAt, now, locale) });
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
              <span className="users-wrap">{invitation(query.data.user)}</span>
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
