import type { Place } from '#shared/paths.ts';
import { paths } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import type { AuditEvent } from '#shared/users/audit.ts';
import { EmailAddress } from '#web/features/users/user-words.tsx';
import type { Texts } from '#web/language/i18n.ts';
import type { FileAndTableColumn } from '#web/ui/list/file-and-table.ts';
import { RowLink } from '#web/ui/list/row-link.tsx';
import { actorText, changeLines, Changes } from './audit-words.tsx';

/** The columns of what has happened to users; a file also has the request by which it did. */
export const auditColumns = (texts: Texts, place: Place): readonly FileAndTableColumn<AuditEvent>[] => {
  const { t, formatInstant } = texts;
  const { timeZone } = regions[place.region];
  return [
    {
      id: 'at',
      header: t('users.audit.fields.at'),
      text: ({ at }) => formatInstant(at, timeZone),
      order: ({ at }) => Date.parse(at),
      exported: { kind: 'instant', value: ({ at }) => at },
      isRowHeader: true,
      onPhone: 'end',
      minWidth: 150,
    },
    {
      id: 'by',
      header: t('users.audit.fields.by'),
      text: ({ by }) => actorText(by, texts),
      onPhone: 'hidden',
      minWidth: 160,
    },
    {
      id: 'action',
      header: t('users.audit.fields.action'),
      text: ({ action }) => t(`users.audit.actions.${action}`),
      onPhone: 'title',
      minWidth: 150,
    },
    {
      id: 'email',
      header: t('users.audit.fields.email'),
      text: ({ email }) => email,
      // Whoever was deleted has a page that tells what happened to them.
      cell: ({ id, sub, email }) => (
        <RowLink href={paths.individualUserOperations(place, sub)} id={id}>
          <EmailAddress>{email}</EmailAddress>
        </RowLink>
      ),
      onPhone: 'line',
      minWidth: 170,
    },
    {
      id: 'changes',
      header: t('users.audit.fields.changes'),
      text: (event) => changeLines(event, texts).join('; '),
      cell: (event) => <Changes event={event} />,
      minWidth: 240,
    },
    {
      id: 'requestId',
      header: t('users.audit.fields.requestId'),
      text: ({ requestId = '' }) => requestId,
      isExportOnly: true,
    },
  ];
};
