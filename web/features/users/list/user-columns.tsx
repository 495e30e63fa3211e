import type { Place } from '#shared/api/paths.ts';
import { paths } from '#shared/api/paths.ts';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import type { UserSummary } from '#shared/users/user.ts';
import type { FileAndTableColumn } from '#web/components/lists/file-and-table.ts';
import { RowLink } from '#web/components/lists/row-link.tsx';
import { EmailAddress, rolesText, toDisplayStatus, UserStatus } from '#web/features/users/user-texts.tsx';
import type { Texts } from '#web/i18n/i18n.ts';

export type UserRow = UserSummary & { readonly id: string };

/** Columns of the users list, at least as wide as their headers in all three languages. At 1280 pixels with the drawer and a 17-pixel scrollbar, all columns fit except `createdAt`, `updatedAt` and `enabled`, which the status also shows. */
export const createUserColumns = (texts: Texts, place: Place, now: Date): readonly FileAndTableColumn<UserRow>[] => {
  const { t, formatDate, formatInstant } = texts;
  const { timeZone } = regions[place.region];
  const createInstantColumn = (
    id: 'createdAt' | 'updatedAt' | 'lastSignInAt',
    { minWidth, priority, emptyText = '' }: { minWidth: number; priority: number; emptyText?: string },
  ): FileAndTableColumn<UserRow> => ({
    id,
    header: t(`users.fields.${id}`),
    text: ({ [id]: value }) => (value === undefined ? emptyText : formatInstant(value, timeZone)),
    order: ({ [id]: value }) => (value === undefined ? '' : Date.parse(value)),
    cell: ({ [id]: value }) =>
      value === undefined ? (
        emptyText
      ) : (
        <span className="no-wrap" title={formatInstant(value, timeZone)}>
          {formatDate(toCalendarDate(new Date(value), timeZone))}
        </span>
      ),
    exportValue: { kind: 'instant', value: ({ [id]: value }) => value ?? null },
    phoneLayout: 'hidden',
    priority,
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
      phoneLayout: 'title',
      minWidth: 195,
    },
    {
      id: 'storeId',
      header: t('users.fields.storeId'),
      shortHeader: t('list.columns.storeId'),
      text: ({ storeId }) => storeId,
      phoneLayout: 'line',
      minWidth: 84,
    },
    {
      id: 'storeName',
      header: t('users.fields.storeName'),
      text: ({ storeName }) => storeName,
      phoneLayout: 'line',
      priority: 4,
      minWidth: 165,
    },
    {
      id: 'status',
      header: t('users.fields.status'),
      text: (user) => t(`users.statuses.${toDisplayStatus(user)}`),
      cell: (user) => <UserStatus user={user} now={now} />,
      phoneLayout: 'tag',
      minWidth: 176,
    },
    {
      id: 'inviteExpiresAt',
      header: t('users.fields.inviteExpiresAt'),
      text: ({ inviteExpiresAt = '' }) => inviteExpiresAt,
      exportValue: {
        kind: 'instant',
        value: ({ status, inviteExpiresAt }) => (status === 'confirmed' ? null : (inviteExpiresAt ?? null)),
      },
      isExportOnly: true,
    },
    {
      id: 'roles',
      header: t('users.fields.roles'),
      text: ({ roles }) => rolesText(roles, texts),
      cell: ({ roles }) => (
        <span className="data-table-prose" title={rolesText(roles, texts)}>
          {rolesText(roles, texts) || t('users.none')}
        </span>
      ),
      phoneLayout: 'hidden',
      priority: 5,
      minWidth: 264,
    },
    {
      id: 'enabled',
      header: t('users.fields.enabled'),
      text: ({ enabled }) => t(enabled ? 'users.yes' : 'users.no'),
      phoneLayout: 'hidden',
      priority: 1,
      minWidth: 80,
    },
    createInstantColumn('createdAt', { minWidth: 108, priority: 2 }),
    createInstantColumn('updatedAt', { minWidth: 118, priority: 1 }),
    {
      ...createInstantColumn('lastSignInAt', { minWidth: 110, priority: 3, emptyText: t('users.never') }),
      isOffByDefault: true,
    },
  ];
};
