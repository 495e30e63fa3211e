import { describe, expect, test } from '@jest/globals';
import { texts } from '#shared/locales/texts.ts';
import { languages } from '#shared/regions.ts';
import { reasonHeader } from '#shared/spreadsheet.ts';
import { userColumnOf, userColumns } from './columns.ts';

test.each(userColumns)('%s is read however it is spelled', (column) => {
  const inWords = column.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  for (const header of [column, ` ${column.toUpperCase()}: `, inWords, inWords.replace(' ', '_'), `\uFEFF${column}*`])
    expect([header, userColumnOf(header)]).toEqual([header, column]);
});

describe.each(languages)('in %s', (language) => {
  const { users } = texts[language];

  test('the words of the portal’s own pages are read as headers', () => {
    expect(
      [users.file.columns.email, users.file.columns.storeId, users.file.columns.storeName].map(userColumnOf),
    ).toEqual(['email', 'storeId', 'storeName']);
    const { admin, 'register-repairs': repairs, 'register-returns': returns } = users.roles;
    expect([repairs, returns, admin].map(userColumnOf)).toEqual(['registerRepairs', 'registerReturns', 'admin']);
  });

  test('the column of reasons is passed over', () => expect(userColumnOf(reasonHeader[language])).toBe('reason'));
});

test.each([
  ['E-Mail', 'email'],
  ['Filial-Nr.', 'storeId'],
  ['Filialname', 'storeName'],
  ['N° magasin', 'storeId'],
  ['Réparations', 'registerRepairs'],
  ['REPARATIONS', 'registerRepairs'],
  ["Droits d'administrateur", 'admin'],
])('%s is %s', (header, column) => expect(userColumnOf(header)).toBe(column));

test.each(['', 'phone', 'store', 'note', 'Bemerkung', '__proto__', 'constructor'])('%j is no column', (header) =>
  expect(userColumnOf(header)).toBeUndefined(),
);
