import type { Place } from '#shared/api/paths.ts';
import { paths } from '#shared/api/paths.ts';
import { regions } from '#shared/config/regions.ts';
import { auditActors } from '#shared/users/audit.ts';
import type { AuditSnapshot, AuditEvent } from '#shared/users/audit.ts';
import type { FileAndTableColumn } from '#web/components/lists/file-and-table.ts';
import { RowLink } from '#web/components/lists/row-link.tsx';
import '#web/features/users/users.css';
import { formatJobName, formatJobSummary } from '#web/features/users/bulk/job-texts.ts';
import { rolesText, EmailAddress } from '#web/features/users/user-texts.tsx';
import type { Texts, TextKey } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';

const factLabels = {
  roles: 'users.fields.roles',
  enabled: 'users.fields.enabled',
  status: 'users.fields.status',
  storeId: 'users.fields.storeId',
  storeName: 'users.fields.storeName',
  secondFactor: 'users.fields.secondFactor',
  inRegion: 'users.fields.inRegion',
} as const satisfies Record<keyof AuditSnapshot, TextKey>;

const auditedFactNames = Object.keys(factLabels) as (keyof AuditSnapshot)[];

const valueText = (
  name: keyof AuditSnapshot,
  snapshot: AuditSnapshot | undefined,
  texts: Texts,
): string | undefined => {
  const { t } = texts;
  if (snapshot?.[name] === undefined) return undefined;
  if (name === 'roles') return rolesText(snapshot.roles ?? [], texts) || t('users.none');
  if (name === 'status') return t(`users.statuses.${snapshot.status ?? 'confirmed'}`);
  if (name === 'storeId' || name === 'storeName') return snapshot[name];
  if (name === 'secondFactor') return t(snapshot.secondFactor ? 'users.on' : 'users.off');
  return t(snapshot[name] ? 'users.yes' : 'users.no');
};

const formatJobLines = ({ action, job }: Pick<AuditEvent, 'action' | 'job'>, texts: Texts): string[] => {
  if (!job) return [];
  const { t, formatNumber } = texts;
  const formatFact = (fact: string, value: string) => t('users.audit.fact', { fact, value });
  return [
    action === 'jobStarted' ? formatFact(formatJobName(job, t), formatNumber(job.total)) : formatJobSummary(job, texts),
    ...(job.role ? [formatFact(t('users.bulk.effects.group'), t(`users.roles.${job.role}`))] : []),
  ];
};

const formatChangeLines = (event: Pick<AuditEvent, 'action' | 'before' | 'after' | 'job'>, texts: Texts): string[] => [
  ...formatJobLines(event, texts),
  ...auditedFactNames.flatMap((name) => {
    const fact = texts.t(factLabels[name]);
    const before = valueText(name, event.before, texts);
    const after = valueText(name, event.after, texts);
    if (before !== undefined && after !== undefined) return [texts.t('users.audit.change', { fact, before, after })];
    const value = before ?? after;
    return value === undefined ? [] : [texts.t('users.audit.fact', { fact, value })];
  }),
];

/** Returns the name of an audit event's actor: a user's email, or a text for an actor that is not a user. */
export const actorText = (by: string, { t }: Pick<Texts, 't'>): string => {
  const actor = auditActors.find((name) => name === by);
  return actor === undefined ? by : t(`users.audit.actors.${actor}`);
};

export const Changes = ({ event }: { readonly event: AuditEvent }) => {
  const lines = formatChangeLines(event, useTexts());
  if (lines.length === 0) return null;
  return (
    <ul className="users-changes">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
};

export const createAuditColumns = (texts: Texts, place: Place): readonly FileAndTableColumn<AuditEvent>[] => {
  const { t, formatInstant } = texts;
  const { timeZone } = regions[place.region];
  return [
    {
      id: 'at',
      header: t('users.audit.fields.at'),
      text: ({ at }) => formatInstant(at, timeZone),
      order: ({ at }) => Date.parse(at),
      exportValue: { kind: 'instant', value: ({ at }) => at },
      isRowHeader: true,
      phoneLayout: 'end',
      minWidth: 150,
    },
    {
      id: 'by',
      header: t('users.audit.fields.by'),
      text: ({ by }) => actorText(by, texts),
      phoneLayout: 'hidden',
      minWidth: 160,
    },
    {
      id: 'action',
      header: t('users.audit.fields.action'),
      text: ({ action }) => t(`users.audit.actions.${action}`),
      phoneLayout: 'title',
      minWidth: 150,
    },
    {
      id: 'email',
      header: t('users.audit.fields.email'),
      text: ({ email }) => email,
      // Deleted users also have a page, which shows their history.
      cell: ({ id, sub, email }) => (
        <RowLink href={paths.individualUserOperations(place, sub)} id={id}>
          <EmailAddress>{email}</EmailAddress>
        </RowLink>
      ),
      phoneLayout: 'line',
      minWidth: 170,
    },
    {
      id: 'changes',
      header: t('users.audit.fields.changes'),
      text: (event) => formatChangeLines(event, texts).join('; '),
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
