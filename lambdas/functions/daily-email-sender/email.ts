import type { EmailHeaders } from '#lambdas/lib/aws/send-email.ts';
import type { Email } from '#lambdas/lib/email/html.ts';
import {
  button,
  createEmail,
  formatDate,
  heading,
  linkedParagraph,
  linkList,
  paragraph,
  findRegionLanguage,
} from '#lambdas/lib/email/html.ts';
import { paths } from '#shared/api/paths.ts';
import { findAccessory, findRepairProduct } from '#shared/catalogue/repairs.ts';
import type { EmailSender } from '#shared/config/env.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { emailTexts } from '#shared/locales/email-texts.ts';
import type { NewsEntry, NewsRecord } from '#shared/news/news.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import type { DailyContent } from './content.ts';
import type { Todo } from './todo-reader.ts';

export type DailyEmail = Email & { readonly headers: EmailHeaders };

/** Replaces the placeholders of a text in one pass, so that a value may contain braces. */
const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);

type Options = {
  readonly region: RegionId;
  readonly sender: EmailSender;
  /** Origin of the site. */
  readonly site: string;
  readonly unsubscribeUrl: string;
};

/** Maximum number of entries in a section. */
const maxListed = limits.dailyEmail.recordsPerHeading;

/**
 * Writes a daily email in the region's language. To protect customers, it contains only the store's references and the
 * products. Its headers let mail programs unsubscribe with one click (RFC 8058).
 */
export const createDailyEmail = (
  day: CalendarDate,
  { store, overdue, todos, news }: DailyContent,
  { region, sender, site, unsubscribeUrl }: Options,
): DailyEmail => {
  const language = findRegionLanguage(region);
  const texts = emailTexts[language].daily;
  const { timeZone, prefix } = regions[region];
  const place = { region, prefix };

  const formatPlural = (forms: { readonly one: string; readonly other: string }, count: number) => {
    const isOne = new Intl.PluralRules(language).select(count) === 'one';
    return fillPlaceholders(isOne ? forms.one : forms.other, { count: String(count) });
  };

  const toProductsText = (record: NewsRecord): string => {
    if (record.kind === 'returns') return formatPlural(texts.products, record.numberOfProducts);
    const accessories = record.accessories.map((key) => findAccessory(key)?.labels[language] ?? key);
    return record.isOnlyAccessories
      ? fillPlaceholders(texts.accessories, { accessories: accessories.join(', ') })
      : (findRepairProduct(record.product)?.labels[language] ?? record.product);
  };

  const toListItem = (record: NewsRecord, note: string) => ({
    title: fillPlaceholders(texts.title, { reference: record.storeRefNo, products: toProductsText(record) }),
    note,
    url: `${site}${toRecordPath(
      record.kind === 'repairs' ? paths.submittedRepairs(place) : paths.submittedReturns(place),
      record,
    )}`,
  });

  const toTodoNote = (todo: Todo): string => {
    const task = todo.task === 'send' ? fillPlaceholders(texts.tasks.send, { rma: todo.rma }) : texts.tasks[todo.task];
    const upcomingText = todo.task === 'send' ? texts.since : texts.by;
    return fillPlaceholders(todo.isLate ? texts.was : upcomingText, { task, date: formatDate(region, todo.date) });
  };

  const toNewsNote = ({ at, news: kinds }: NewsEntry): string =>
    fillPlaceholders(texts.at, {
      report: kinds.map((kind) => texts.reports[kind]).join(' · '),
      date: formatDate(region, toCalendarDate(new Date(at), timeZone)),
    });

  const createSection = (title: string, items: readonly ReturnType<typeof toListItem>[]): string[] => {
    if (items.length === 0) return [];
    return [
      heading(title),
      linkList(items.slice(0, maxListed)),
      ...(items.length > maxListed ? [paragraph(texts.more)] : []),
    ];
  };

  // Larger counts may be too low, because to-dos and news are read only up to limits of their own.
  const formatCount = (count: number) => (count > maxListed ? `${maxListed}+` : String(count));
  const counts = [
    [texts.overdue, overdue.length],
    [texts.todos, todos.length],
    [texts.news, news.length],
  ] as const;
  const preheader = counts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} (${formatCount(count)})`)
    .join(', ');
  const subject = fillPlaceholders(texts.subject, { store: store.storeName, date: formatDate(region, day) });
  const email = createEmail(region, sender, subject, preheader, [
    ...createSection(
      texts.overdue,
      overdue.map((todo) => toListItem(todo.record, toTodoNote(todo))),
    ),
    ...createSection(
      texts.todos,
      todos.map((todo) => toListItem(todo.record, toTodoNote(todo))),
    ),
    ...createSection(
      texts.news,
      news.map((entry) => toListItem(entry, toNewsNote(entry))),
    ),
    button(texts.open, `${site}${paths.home(place)}`),
    linkedParagraph(texts.why, texts.account, `${site}${paths.changePassword(place)}`),
  ]);
  return {
    ...email,
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};
