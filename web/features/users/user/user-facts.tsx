import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import '#web/features/users/users.css';
import { regions } from '#shared/regions.ts';
import type { UserDetails } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { UserStatus } from '#web/features/users/user-status.tsx';
import { useTexts } from '#web/language/i18n.ts';

/** How a user stands, in a line: status, store, last sign-in. */
export const UserLine = ({ user, now }: { readonly user: UserDetails; readonly now: Date }) => {
  const { t, formatInstant } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const store = t('users.user.storeValue', { name: user.storeName, id: user.storeId });
  const last =
    user.lastSignInAt === undefined
      ? t('users.signIn.neverYet')
      : t('users.signIn.last', { when: formatInstant(user.lastSignInAt, timeZone) });
  return (
    <>
      <UserStatus user={user} now={now} /> · {store} · {last}
    </>
  );
};

/** What is rarely asked of a user. */
export const UserFacts = ({ user }: { readonly user: UserDetails }) => {
  const { t, formatInstant } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const instant = (field: 'createdAt' | 'updatedAt') => ({
    label: t(`users.fields.${field}`),
    value: formatInstant(user[field], timeZone),
  });
  return (
    <KeyValuePairs
      columns={3}
      minColumnWidth={220}
      items={[
        instant('createdAt'),
        instant('updatedAt'),
        {
          label: t('users.fields.sub'),
          value: (
            <small className="users-wrap">
              <CopyToClipboard
                variant="inline"
                textToCopy={user.sub}
                copyButtonAriaLabel={t('users.user.copy')}
                copySuccessText={t('users.user.copied')}
                copyErrorText={t('users.user.copyFailed')}
              />
            </small>
          ),
        },
      ]}
    />
  );
};
