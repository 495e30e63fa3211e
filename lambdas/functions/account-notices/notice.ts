import { createEmail, paragraph, findRegionLanguage, formatInstant } from '#lambdas/lib/email/html.ts';
import type { Email } from '#lambdas/lib/email/html.ts';
import type { EmailSender } from '#shared/config/env.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { EmailTexts } from '#shared/locales/email-texts.ts';
import { emailTexts } from '#shared/locales/email-texts.ts';
import type { AuditEvent } from '#shared/users/audit.ts';
import type { Role } from '#shared/users/groups.ts';

type NoticeChange =
  | { readonly what: 'passwordChanged' | 'passwordReset' | 'secondFactorOn' | 'secondFactorOff' | 'codesRefused' }
  | { readonly what: 'roles'; readonly addedRoles: readonly Role[]; readonly removedRoles: readonly Role[] };

const findRoleChanges = ({ before, after }: AuditEvent): NoticeChange[] => {
  // Without both states the user was added or removed, which is not a change of roles.
  if (!before?.roles || !after?.roles) return [];
  const previousRoles = before.roles;
  const currentRoles = after.roles;
  const addedRoles = currentRoles.filter((role) => !previousRoles.includes(role));
  const removedRoles = previousRoles.filter((role) => !currentRoles.includes(role));
  return addedRoles.length + removedRoles.length > 0 ? [{ what: 'roles', addedRoles, removedRoles }] : [];
};

const findSecondFactorChanges = ({ before, after }: AuditEvent): NoticeChange[] => {
  if (before?.secondFactor === undefined || after?.secondFactor === undefined) return [];
  if (before.secondFactor === after.secondFactor) return [];
  return [{ what: after.secondFactor ? 'secondFactorOn' : 'secondFactorOff' }];
};

/** Returns the changes to notify about. Changes of roles and second factor count for any action, because the reconciliation also records them. */
const findChanges = (event: AuditEvent): NoticeChange[] => {
  switch (event.action) {
    case 'passwordChanged':
    case 'passwordReset':
    case 'secondFactorOn':
    case 'secondFactorOff':
    // Several wrong one-time codes after the right password.
    case 'codesRefused':
      return [{ what: event.action }, ...findRoleChanges(event)];
    default:
      return [...findRoleChanges(event), ...findSecondFactorChanges(event)];
  }
};

const describeChange = (change: NoticeChange, { notice }: EmailTexts): string[] => {
  if (change.what !== 'roles') return [notice[change.what].text];
  const toRolesLines = (text: string, roles: readonly Role[]) =>
    roles.length === 0 ? [] : [text.replace('{roles}', roles.map((role) => notice.roles.names[role]).join(', '))];
  return [
    notice.roles.text,
    ...toRolesLines(notice.roles.given, change.addedRoles),
    ...toRolesLines(notice.roles.taken, change.removedRoles),
  ];
};

export type Notice = Email & { readonly to: readonly string[] };

const formatTime = (region: RegionId, { at }: AuditEvent) =>
  emailTexts[findRegionLanguage(region)].notice.when.replace('{date}', formatInstant(region, new Date(at)));

/** Returns the email to the account's owner, in the region's language and time zone, or undefined if the event needs none. It contains no links, so that it does not resemble phishing. */
export const createOwnerNotice = (region: RegionId, sender: EmailSender, event: AuditEvent): Notice | undefined => {
  const changes = findChanges(event);
  const [firstChange] = changes;
  if (!firstChange) return undefined;
  const texts = emailTexts[findRegionLanguage(region)];
  const timeText = formatTime(region, event);
  const email = createEmail(region, sender, texts.notice[firstChange.what].subject, timeText, [
    paragraph(texts.hello),
    ...changes.flatMap((change) => describeChange(change, texts)).map(paragraph),
    paragraph(timeText),
    paragraph(texts.notice.unexpected),
  ]);
  return { to: [event.email], ...email };
};

const makesAdmin = ({ before, after }: AuditEvent) =>
  after?.roles?.includes('admin') === true && before?.roles?.includes('admin') !== true;

/** Returns the email to a region's admins about a new admin or a job that may create some, or undefined. */
export const createNewAdminNotice = (region: RegionId, sender: EmailSender, event: AuditEvent): Email | undefined => {
  const { admins = 0 } = event.action === 'jobStarted' && event.job ? event.job : {};
  // A job announces its new admins when it starts, so its rows, whose request ids contain `#`, need no emails.
  const isSingleAdmin = makesAdmin(event) && event.requestId?.includes('#') !== true;
  if (!isSingleAdmin && admins === 0) return undefined;
  const { hello, notice } = emailTexts[findRegionLanguage(region)];
  const { subject, text, job, by, past: outsidePortal, unexpected } = notice.newAdmin;
  const actorLine = event.by.includes('@') ? by.replace('{by}', event.by) : outsidePortal;
  const timeText = formatTime(region, event);
  return createEmail(region, sender, subject, timeText, [
    paragraph(hello),
    ...(isSingleAdmin
      ? [text.replace('{user}', event.email), actorLine]
      : [job.replace('{by}', event.by).replace('{count}', String(admins))]
    ).map(paragraph),
    paragraph(timeText),
    paragraph(unexpected),
  ]);
};
