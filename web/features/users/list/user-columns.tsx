import type { Place } from '#shared/paths.ts';
import { paths } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import type { UserSummary } from '#shared/users/user.ts';
import { EmailAddress } from '#web/features/users/email-address.tsx';
import { UserStatus } from '#web/features/users/user-status.tsx';
import { rolesText, shownStatus } from '#web/features/users/user-words.ts';
import type { Texts } from '#web/language/i18n.ts';
import type { FileAndTableColumn } from '#web/ui/list/file-and-table.ts';
import { RowLink } from '#web/ui/list/row-link.tsx';

/** A user as a row of a list. */
export type UserRow = UserSummary & { readonly id: string };

/**
 * The columns of the users, in their order; a file also says until when an invitation can be used. Each is as wide as the longest word
 * of its header in three languages. Those that show at first fit beside the drawer in 1280 pixels less a scrollbar of 17.
 */
export const userColumns = (texts: Texts, place: Place, now: Date): readonly FileAndTableColumn<UserRow>[] => {
  const { t, formatInstant } = texts;
  const { timeZone } = regions[place.region];
  const instant = (
    id: 'createdAt' | 'updatedAt' | 'lastSignInAt',
    minWidth: number,
    otherwise = '',
  ): FileAndTableColumn<UserRow> => ({
    id,
    header: t(`users.fields.${id}`),
    text: (user) => {
      const at = user[id];
      return at === undefined ? otherwise : formatInstant(at, timeZone);
    },
    order: (user) => (user[id] === undefined ? '' : Date.parse(user[id])),
    exported: { kind: 'instant', value: (user) => user[id] ?? null },
    minWidth,
  });
  return [
    {
      id: 'email',
      header: t('users.fields.email'),
      text: ({ email }) => email,
      cell: ({ sub, email }) => (
        <RowLink href={paths.individualUserOperations(place, sub)} id={sub}>
          <EmailAddress>{email}</EmailAddress>
        </RowLink>
      ),
      isRowHeader: true,
      minWidth: 131,
    },
    { id: 'storeId', header: t('users.fields.storeId'), text: ({ storeId }) => storeId, minWidth: 104 },
    { id: 'storeName', header: t('users.fields.storeName'), text: ({ storeName }) => storeName, minWidth: 104 },
    {
      id: 'status',
      header: t('users.fields.status'),
      text: (user) => t(`users.statuses.${shownStatus(user)}`),
      cell: (user) => <UserStatus user={user} now={now} />,
      minWidth: 112,
    },
    {
      id: 'inviteExpiresAt',
      header: t('users.fields.inviteExpiresAt'),
      text: ({ inviteExpiresAt = '' }) => inviteExpiresAt,
      exported: {
        kind: 'instant',
        value: ({ status, inviteExpiresAt }) => (status === 'confirmed' ? null : (inviteExpiresAt ?? null)),
      },
      isExportOnly: true,
    },
    {
      id: 'roles',
      header: t('users.fields.roles'),
      text: ({ roles }) => rolesText(roles, texts),
      cell: ({ roles }) => rolesText(roles, texts) || t('users.none'),
      minWidth: 104,
    },
    {
      id: 'enabled',
      header: t('users.fields.enabled'),
      text: ({ enabled }) => t(enabled ? 'users.yes' : 'users.no'),
      minWidth: 108,
    },
    instant('createdAt', 108),
    instant('updatedAt', 118),
    { ...instant('lastSignInAt', 110, t('users.never')), isOffAtFirst: true },
  ];
};
