import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import '#web/features/users/users.css';
import { regions } from '#shared/regions.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { UserStatus } from '#web/features/users/user-status.tsx';
import { rolesText } from '#web/features/users/user-words.ts';
import { useTexts } from '#web/language/i18n.ts';

type Props = { readonly user: UserDetails; readonly now: Date };

/** All that is known of a user. */
export const UserFacts = ({ user, now }: Props) => {
  const texts = useTexts();
  const { t, formatInstant } = texts;
  const { timeZone } = regions[usePlace().region];
  const instant = (at: string | undefined) => (at === undefined ? t('users.never') : formatInstant(at, timeZone));
  const isPending = user.status !== 'confirmed' && user.inviteExpiresAt !== undefined;
  return (
    <Container header={<Header variant="h2">{t('users.user.facts')}</Header>}>
      <KeyValuePairs
        columns={3}
        minColumnWidth={220}
        items={[
          { label: t('users.fields.email'), value: <span className="users-wrap">{user.email}</span> },
          {
            label: t('users.user.store'),
            value: t('users.user.storeValue', { name: user.storeName, id: user.storeId }),
          },
          { label: t('users.fields.status'), value: <UserStatus user={user} now={now} /> },
          ...(isPending ? [{ label: t('users.fields.inviteExpiresAt'), value: instant(user.inviteExpiresAt) }] : []),
          { label: t('users.fields.enabled'), value: t(user.enabled ? 'users.yes' : 'users.no') },
          { label: t('users.fields.roles'), value: rolesText(user.roles, texts) || t('users.none') },
          { label: t('users.fields.createdAt'), value: instant(user.createdAt) },
          { label: t('users.fields.updatedAt'), value: instant(user.updatedAt) },
          { label: t('users.fields.lastSignInAt'), value: instant(user.lastSignInAt) },
          { label: t('users.fields.secondFactor'), value: t(user.secondFactor ? 'users.on' : 'users.off') },
          { label: t('users.fields.sub'), value: <small className="users-wrap">{user.sub}</small> },
        ]}
      />
    </Container>
  );
};
