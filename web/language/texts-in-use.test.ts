import { readFileSync, readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { describe, expect, test } from 'vitest';
import { bulkActions } from '#shared/jobs/job.ts';
import { emailTexts } from '#shared/locales/email-texts.ts';
import { texts } from '#shared/locales/texts.ts';
import { recordKinds } from '#shared/records/record.ts';
import { regions } from '#shared/regions.ts';
import { contentFields } from '#shared/repairs/content.ts';
import { confirmedTypes } from '#web/features/users/user/operation.ts';
import { leaves } from '#web/testing/all-texts.ts';

const root = join(import.meta.dirname, '..');
const isOfTests = ({ name, parentPath }: Dirent) => name.includes('.test.') || /[\\/]testing$/.test(parentPath);
const sourcesOf = (...folders: string[]) =>
  folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !isOfTests(entry))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
const sources = sourcesOf('.', '../shared', '../lambdas');
const emails = sourcesOf('../lambdas/email-parts', '../lambdas/emails', '../lambdas/notices');

// Which of them there are is known: what else begins like them has to be spelled somewhere.
const spelledInPart = [
  'repairs.due.then.',
  ...['next', 'overdue', 'names'].map((part) => `repairs.due.${part}.`),
  ...bulkActions.flatMap((action) => [`users.bulk.actions.${action}.`, `users.bulk.effects.${action}.`]),
  ...['createdAt', 'updatedAt', 'lastSignInAt'].map((field) => `users.fields.${field}`),
  ...confirmedTypes.map((type) => `users.confirm.${type}.`),
  ...contentFields.map((field) => `repairs.fields.${field}`),
  // What became of a record, and why a draft did not open.
  ...recordKinds.flatMap((kind) => ['corrected', 'withdrawn'].map((done) => `${kind}.details.${done}`)),
  ...recordKinds.flatMap((kind) => ['corrected', 'withdrawn'].map((type) => `${kind}.timeline.${type}`)),
  ...['asking', 'notBooked', 'unknown'].map((status) => `outcome.${status}`),
  ...['elsewhere', 'gone'].map((reason) => `draft.${reason}`),
  ...['uploading', 'reading'].map((status) => `file.${status}`),
  ...['problems', 'sentBefore'].map((name) => `returns.book.filter.${name}`),
  ...['privacyPolicy', 'termsOfService'].map((name) => `shell.footer.${name}`),
  ...Object.values(regions).map(({ footerNotice }) => `shell.footer.${footerNotice}`),
];
/** Spelled but for their last part, which comes from a table that the compiler holds against the texts. */
const fromTables = [...sources.matchAll(/`(\w+\.(?:\w+\.)+)\$\{/g)]
  .map(([, stem = '']) => stem)
  .filter((stem) => stem !== 'returns.fields.' && !spelledInPart.some((begin) => begin.startsWith(stem)))
  .concat(spelledInPart, 'errors.', 'validation.', 'firstWords.', 'emails.notice.roles.names.');
/** The emails read their texts as properties. */
const isRead = (key: string) => key.startsWith('emails.') && new RegExp(`\\b${key.split('.').at(-1)}\\b`).test(emails);

/** What is said of records of every kind is spelled once, after the kind's name: `${name}.list.title`. */
const isSaidOfEveryKind = (key: string) => {
  const [kind, ...rest] = key.split('.');
  const isSpelled = ['${name}', '${kind.name}'].some((name) => sources.includes(`\`${name}.${rest.join('.')}\``));
  return recordKinds.some((name) => name === kind) && isSpelled;
};

describe('texts', () => {
  test.each(
    leaves({ ...texts.en, emails: emailTexts.en })
      .map(([key]) => key)
      .filter((key) => !fromTables.some((table) => key.startsWith(table)) && !isRead(key)),
  )('%s is used', (key) => {
    // Not `toContain`, which would print all sources.
    expect(isSaidOfEveryKind(key) || sources.includes(`'${key.replace(/_(one|other|many)$/, '')}'`)).toBe(true);
  });

  const pages = readdirSync(root, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.tsx') && !isOfTests(entry),
  );
  test.each(pages.map((entry) => join(entry.parentPath, entry.name)))('%s writes none of its own', (file) => {
    expect(literalTexts(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: true }))).toEqual([]);
  });

  test('a text in the code would be found', () => {
    const found = (code: string) => literalTexts(parseSync(code, { syntax: 'typescript', tsx: true }));
    expect(found('const A = () => <p title="Close">Hello {name}</p>;')).toEqual(['Close', 'Hello ']);
    expect(found('const A = () => <p className="x">{t("a")} – </p>;')).toEqual([]);
  });
});

const readAloud = ['title', 'label', 'alt', 'placeholder', 'aria-label', 'ariaLabel', 'description', 'header'];

/** The words between tags and in attributes that people see or hear. */
function literalTexts(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(literalTexts);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, name } = node as {
    type?: string;
    value?: { type?: string; value?: string } | string;
    name?: { value?: string };
  };
  const isWord = (text: unknown): text is string => typeof text === 'string' && /\p{L}/u.test(text);
  if (type === 'JSXText') return isWord(value) ? [value] : [];
  if (type === 'JSXAttribute' && typeof value === 'object' && value?.type === 'StringLiteral') {
    return readAloud.includes(name?.value ?? '') && isWord(value.value) ? [value.value] : [];
  }
  return Object.values(node).flatMap(literalTexts);
}
