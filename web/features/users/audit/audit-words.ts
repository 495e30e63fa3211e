import type { AuditedFacts, AuditEvent } from '#shared/users/audit.ts';
import { rolesText } from '#web/features/users/user-words.ts';
import type { Texts, TextKey } from '#web/language/i18n.ts';

/** The facts that an event tells of, in the order in which they are told. */
const facts = {
  roles: 'users.fields.roles',
  enabled: 'users.fields.enabled',
  status: 'users.fields.status',
  storeId: 'users.fields.storeId',
  storeName: 'users.fields.storeName',
  secondFactor: 'users.fields.secondFactor',
  inRegion: 'users.fields.inRegion',
} as const satisfies Record<keyof AuditedFacts, TextKey>;

const factNames = Object.keys(facts) as (keyof AuditedFacts)[];

/** What a fact says in words; undefined where nothing is told of it. */
const valueText = (name: keyof AuditedFacts, told: AuditedFacts | undefined, texts: Texts): string | undefined => {
  const { t } = texts;
  if (told?.[name] === undefined) return undefined;
  if (name === 'roles') return rolesText(told.roles ?? [], texts) || t('users.none');
  if (name === 'status') return t(`users.statuses.${told.status ?? 'confirmed'}`);
  if (name === 'storeId' || name === 'storeName') return told[name];
  if (name === 'secondFactor') return t(told.secondFactor ? 'users.on' : 'users.off');
  return t(told[name] ? 'users.yes' : 'users.no');
};

/** What an event has changed, a line for each fact: before and after, or the one of them that there is. */
export const changeLines = ({ before, after }: Pick<AuditEvent, 'before' | 'after'>, texts: Texts): string[] =>
  factNames.flatMap((name) => {
    const fact = texts.t(facts[name]);
    const [was, is] = [valueText(name, before, texts), valueText(name, after, texts)];
    if (was !== undefined && is !== undefined) return [texts.t('users.audit.change', { fact, before: was, after: is })];
    const value = was ?? is;
    return value === undefined ? [] : [texts.t('users.audit.fact', { fact, value })];
  });

/** Who did it: an email address, or who else is not a user. */
export const actorText = (by: string, { t }: Pick<Texts, 't'>): string =>
  by === 'operator' || by === 'reconciliation' ? t(`users.audit.actors.${by}`) : by;
