import { readFileSync, readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { describe, expect, test } from 'vitest';
import { regions } from '#shared/config/regions.ts';
import { bulkActions } from '#shared/jobs/job.ts';
import { emailTexts } from '#shared/locales/email-texts.ts';
import { texts } from '#shared/locales/texts.ts';
import { recordKinds } from '#shared/records/record.ts';
import { contentFields } from '#shared/repairs/content.ts';
import { typesWithConfirmation } from '#web/features/users/user/operation.ts';
import { flattenTexts } from '#web/testing/all-texts.ts';

const root = join(import.meta.dirname, '..');
const isTestFile = ({ name, parentPath }: Dirent) => name.includes('.test.') || /[\\/]testing$/.test(parentPath);
const readSources = (...folders: string[]) =>
  folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !isTestFile(entry))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
const sources = readSources('.', '../shared', '../lambdas');
const emailSources = readSources(
  '../lambdas/lib/email',
  '../lambdas/functions/cognito-messages',
  '../lambdas/functions/account-notices',
  '../lambdas/functions/daily-email-sender',
);

// Prefixes of keys that are built from a known set of parts; other keys with such a prefix must be written in full.
const listedPrefixes = [
  'repairs.due.then.',
  ...['next', 'overdue', 'names'].map((part) => `repairs.due.${part}.`),
  ...bulkActions.flatMap((action) => [`users.bulk.actions.${action}.`, `users.bulk.effects.${action}.`]),
  ...['createdAt', 'updatedAt', 'lastSignInAt'].map((field) => `users.fields.${field}`),
  ...typesWithConfirmation.map((type) => `users.confirm.${type}.`),
  ...contentFields.map((field) => `repairs.fields.${field}`),
  // Outcome of a record, and the reason why a draft did not open.
  ...recordKinds.flatMap((kind) => ['corrected', 'withdrawn'].map((done) => `${kind}.details.${done}`)),
  ...recordKinds.flatMap((kind) => ['corrected', 'withdrawn'].map((type) => `${kind}.timeline.${type}`)),
  ...['asking', 'notBooked', 'unknown'].map((status) => `outcome.${status}`),
  ...['elsewhere', 'gone'].map((reason) => `draft.${reason}`),
  ...['uploading', 'reading'].map((status) => `file.${status}`),
  ...['problems', 'sentBefore'].map((name) => `returns.book.filter.${name}`),
  ...['privacyPolicy', 'termsOfService'].map((name) => `shell.footer.${name}`),
  ...Object.values(regions).map(({ footerNotice }) => `shell.footer.${footerNotice}`),
];
/** All prefixes of composed keys: the listed ones, and those of keys whose last part comes from a table that the compiler checks against the texts. */
const composedKeyPrefixes = [...sources.matchAll(/`(\w+\.(?:\w+\.)+)\$\{/g)]
  .map(([, stem = '']) => stem)
  .filter((stem) => stem !== 'returns.fields.' && !listedPrefixes.some((prefix) => prefix.startsWith(stem)))
  .concat(
    listedPrefixes,
    'errors.',
    'validation.',
    'firstWords.',
    'emails.notice.roles.names.',
    'emails.daily.reports.',
  );
/** Emails read their texts as properties. */
const isReadByEmails = (key: string) =>
  key.startsWith('emails.') && new RegExp(`\\b${key.split('.').at(-1)}\\b`).test(emailSources);

/** Texts for both kinds of records are used as `${name}.list.title`. */
const isUsedForEveryKind = (key: string) => {
  const [kind, ...rest] = key.split('.');
  const isInSources = ['${name}', '${kind.name}'].some((name) => sources.includes(`\`${name}.${rest.join('.')}\``));
  return recordKinds.some((name) => name === kind) && isInSources;
};

describe('texts', () => {
  test.each(
    flattenTexts({ ...texts.en, emails: emailTexts.en })
      .map(([key]) => key)
      .filter((key) => !composedKeyPrefixes.some((prefix) => key.startsWith(prefix)) && !isReadByEmails(key)),
  )('uses %s', (key) => {
    // `toContain` would print all sources.
    expect(isUsedForEveryKind(key) || sources.includes(`'${key.replace(/_(one|other|many)$/, '')}'`)).toBe(true);
  });

  const componentFiles = readdirSync(root, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.tsx') && !isTestFile(entry),
  );
  test.each(componentFiles.map((entry) => join(entry.parentPath, entry.name)))('has no literal text in %s', (file) => {
    expect(findLiteralTexts(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: true }))).toEqual([]);
  });

  test('finds literal text', () => {
    const findTexts = (code: string) => findLiteralTexts(parseSync(code, { syntax: 'typescript', tsx: true }));
    expect(findTexts('const A = () => <p title="Close">Hello {name}</p>;')).toEqual(['Close', 'Hello ']);
    expect(findTexts('const A = () => <p className="x">{t("a")} – </p>;')).toEqual([]);
  });
});

const textAttributes = ['title', 'label', 'alt', 'placeholder', 'aria-label', 'ariaLabel', 'description', 'header'];

/** Returns the literal texts between tags and in attributes that are displayed or read out. */
function findLiteralTexts(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(findLiteralTexts);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, name } = node as {
    type?: string;
    value?: { type?: string; value?: string } | string;
    name?: { value?: string };
  };
  const hasLetters = (text: unknown): text is string => typeof text === 'string' && /\p{L}/u.test(text);
  if (type === 'JSXText') return hasLetters(value) ? [value] : [];
  if (type === 'JSXAttribute' && typeof value === 'object' && value?.type === 'StringLiteral') {
    return textAttributes.includes(name?.value ?? '') && hasLetters(value.value) ? [value.value] : [];
  }
  return Object.values(node).flatMap(findLiteralTexts);
}
