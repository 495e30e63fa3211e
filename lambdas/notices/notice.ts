import { letter, paragraph, languageOf, momentIn } from '#lambdas/email-parts/html.ts';
import type { Email } from '#lambdas/email-parts/html.ts';
import type { Writer } from '#shared/env.ts';
import type { Role } from '#shared/groups.ts';
import type { EmailTexts } from '#shared/locales/email-texts.ts';
import { emailTexts } from '#shared/locales/email-texts.ts';
import type { RegionId } from '#shared/regions.ts';
import type { AuditEvent } from '#shared/users/audit.ts';

type Changed =
  | { readonly what: 'passwordChanged' | 'passwordReset' | 'secondFactorOn' | 'secondFactorOff' | 'codesRefused' }
  | { readonly what: 'roles'; readonly given: readonly Role[]; readonly taken: readonly Role[] };

const rolesChanged = ({ before, after }: AuditEvent): Changed[] => {
  // Without both sides somebody is new or gone, and no role of theirs has changed.
  if (!before?.roles || !after?.roles) return [];
  const [had, has] = [before.roles, after.roles];
  const given = has.filter((role) => !had.includes(role));
  const taken = had.filter((role) => !has.includes(role));
  return given.length + taken.length > 0 ? [{ what: 'roles', given, taken }] : [];
};

const secondFactorChanged = ({ before, after }: AuditEvent): Changed[] => {
  if (before?.secondFactor === undefined || after?.secondFactor === undefined) return [];
  if (before.secondFactor === after.secondFactor) return [];
  return [{ what: after.secondFactor ? 'secondFactorOn' : 'secondFactorOff' }];
};

/** Roles and one-time codes count whatever the event is called: the reconciliation finds changes of both. */
const changesIn = (event: AuditEvent): Changed[] => {
  switch (event.action) {
    case 'passwordChanged':
    case 'passwordReset':
    case 'secondFactorOn':
    case 'secondFactorOff':
    case 'codesRefused':
      return [{ what: event.action }, ...rolesChanged(event)];
    default:
      return [...rolesChanged(event), ...secondFactorChanged(event)];
  }
};

const wordsOf = (changed: Changed, { notice }: EmailTexts): string[] => {
  if (changed.what !== 'roles') return [notice[changed.what].text];
  const named = (text: string, roles: readonly Role[]) =>
    roles.length === 0 ? [] : [text.replace('{roles}', roles.map((role) => notice.roles.names[role]).join(', '))];
  return [notice.roles.text, ...named(notice.roles.given, changed.given), ...named(notice.roles.taken, changed.taken)];
};

export type Notice = Email & { readonly to: readonly string[] };

const whenOf = (region: RegionId, { at }: AuditEvent) =>
  emailTexts[languageOf(region)].notice.when.replace('{date}', momentIn(region, new Date(at)));

/** What its owner is written about an event, in the region's language and by its clocks; undefined when they need not hear of it. It has no links: it cannot be mistaken for an email that wants a password. */
export const noticeOf = (region: RegionId, writer: Writer, event: AuditEvent): Notice | undefined => {
  const changes = changesIn(event);
  const [first] = changes;
  if (!first) return undefined;
  const texts = emailTexts[languageOf(region)];
  const when = whenOf(region, event);
  const email = letter(region, writer, texts.notice[first.what].subject, when, [
    paragraph(texts.hello),
    ...changes.flatMap((changed) => wordsOf(changed, texts)).map(paragraph),
    paragraph(when),
    paragraph(texts.notice.unexpected),
  ]);
  return { to: [event.email], ...email };
};

const becomesAdmin = ({ before, after }: AuditEvent) =>
  after?.roles?.includes('admin') === true && before?.roles?.includes('admin') !== true;

/** To a region's admins, where somebody becomes one of them, or a job may make some. */
export const newAdminNotice = (region: RegionId, writer: Writer, event: AuditEvent): Email | undefined => {
  const { admins = 0 } = event.action === 'jobStarted' && event.job ? event.job : {};
  // Of all rows of a job one email tells, when it begins.
  const isOne = becomesAdmin(event) && event.requestId?.includes('#') !== true;
  if (!isOne && admins === 0) return undefined;
  const { hello, notice } = emailTexts[languageOf(region)];
  const { subject, text, job, by, past, unexpected } = notice.newAdmin;
  const done = event.by.includes('@') ? by.replace('{by}', event.by) : past;
  const when = whenOf(region, event);
  return letter(region, writer, subject, when, [
    paragraph(hello),
    ...(isOne
      ? [text.replace('{user}', event.email), done]
      : [job.replace('{by}', event.by).replace('{count}', String(admins))]
    ).map(paragraph),
    paragraph(when),
    paragraph(unexpected),
  ]);
};
