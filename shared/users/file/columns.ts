import type { Language } from '#shared/regions.ts';
import { foldHeader, reasonHeader } from '#shared/spreadsheet.ts';

/** The columns of a file of users, in the template's order. The template has these headers in every language. */
export const userColumns = ['email', 'storeId', 'storeName', 'registerRepairs', 'registerReturns', 'admin'] as const;
export type UserColumn = (typeof userColumns)[number];

/** Heads the column that says why a row was refused: a corrected file may still have it, and it is passed over. */
export const reasonColumn = 'reason';

/** What else a column may be headed, as people of the trade and the portal's own pages name it. */
const otherHeaders: Readonly<Record<UserColumn, Readonly<Record<Language, readonly string[]>>>> = {
  email: {
    en: ['email address', 'mail'],
    de: ['E-Mail-Adresse', 'E-Mail', 'Mailadresse'],
    fr: ['adresse e-mail', 'e-mail', 'courriel', 'adresse électronique'],
  },
  storeId: {
    en: ['store number', 'store no.', 'store code'],
    de: ['Filial-ID', 'Filialnummer', 'Filial-Nr.', 'Marktnummer'],
    fr: [
      'identifiant magasin',
      'identifiant du magasin',
      'ID magasin',
      'code magasin',
      'numéro de magasin',
      'n° magasin',
    ],
  },
  storeName: {
    en: ['name of the store'],
    de: ['Filialname', 'Name der Filiale', 'Filialbezeichnung', 'Marktname'],
    fr: ['nom du magasin', 'nom magasin'],
  },
  registerRepairs: {
    en: ['repairs', 'book repairs'],
    de: ['Reparaturen buchen', 'Reparaturen'],
    fr: ['enregistrer des réparations', 'réparations'],
  },
  registerReturns: {
    en: ['returns', 'book returns'],
    de: ['Retouren buchen', 'Retouren'],
    fr: ['enregistrer des retours', 'retours'],
  },
  admin: {
    en: ['administrator'],
    de: ['Administrator', 'Administratorrechte'],
    fr: ['administrateur', 'droits d’administrateur'],
  },
};

// Store ID, store_id and storeId are one header, and so is one with a colon or a star behind it.
const fold = (header: string) => foldHeader(header).replaceAll(/[^\p{L}\p{N}]/gu, '');

const columnByHeader = new Map<string, UserColumn | 'reason'>([
  ...userColumns.flatMap((column) =>
    [column, ...Object.values(otherHeaders[column]).flat()].map((header) => [fold(header), column] as const),
  ),
  ...Object.values(reasonHeader).map((header) => [fold(header), 'reason'] as const),
]);

/** Returns the column that a header names, in whichever language; undefined for any other header. */
export const userColumnOf = (header: string): UserColumn | 'reason' | undefined => columnByHeader.get(fold(header));
