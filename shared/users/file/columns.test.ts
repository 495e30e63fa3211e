import { describe, expect, test } from '@jest/globals';
import { languages } from '#shared/config/regions.ts';
import { texts } from '#shared/locales/texts.ts';
import { reasonHeaderByLanguage } from '#shared/text/spreadsheet.ts';
import { findUserColumn, userColumns } from './columns.ts';

test.each(userColumns)('findUserColumn recognizes the header %s in any spelling', (column) => {
  const words = column.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  for (const header of [column, ` ${column.toUpperCase()}: `, words, words.replace(' ', '_'), `\uFEFF${column}*`])
    expect([header, findUserColumn(header)]).toEqual([header, column]);
});

describe.each(languages)('in %s', (language) => {
  const { users } = texts[language];

  test('accepts the labels of the portal’s pages as headers', () => {
    expect(
      [users.file.columns.email, users.file.columns.storeId, users.file.columns.storeName].map(findUserColumn),
    ).toEqual(['email', 'storeId', 'storeName']);
    const { admin, 'register-repairs': repairs, 'register-returns': returns } = users.roles;
    expect([repairs, returns, admin].map(findUserColumn)).toEqual(['registerRepairs', 'registerReturns', 'admin']);
  });

  test('recognizes the reason column', () => expect(findUserColumn(reasonHeaderByLanguage[language])).toBe('reason'));
});

test.each([
  ['E-Mail', 'email'],
  ['Filial-Nr.', 'storeId'],
  ['Filialname', 'storeName'],
  ['N° magasin', 'storeId'],
  ['Réparations', 'registerRepairs'],
  ['REPARATIONS', 'registerRepairs'],
  ["Droits d'administrateur", 'admin'],
])('findUserColumn maps %s to %s', (header, column) => expect(findUserColumn(header)).toBe(column));

test.each(['', 'phone', 'store', 'note', 'Bemerkung', '__proto__', 'constructor'])(
  'findUserColumn returns undefined for %j',
  (header) => expect(findUserColumn(header)).toBeUndefined(),
);
