import type { Language } from '#shared/config/regions.ts';
import { normalizeHeader, reasonHeaderByLanguage } from '#shared/text/spreadsheet.ts';

/** Columns of a user file in the template's order. The template uses these headers in every language. */
export const userColumns = ['email', 'storeId', 'storeName', 'registerRepairs', 'registerReturns', 'admin'] as const;
export type UserColumn = (typeof userColumns)[number];

/** Header of the column with the reason for a rejection; a corrected file may still have it, and it is ignored. */
export const reasonColumn = 'reason';

/** Alternative headers: common terms of the trade and labels of the portal's pages. */
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

// Treats "Store ID", store_id and storeId as equal, also with a trailing colon or asterisk.
const toHeaderKey = (header: string) => normalizeHeader(header).replaceAll(/[^\p{L}\p{N}]/gu, '');

const columnByHeader = new Map<string, UserColumn | 'reason'>([
  ...userColumns.flatMap((column) =>
    [column, ...Object.values(otherHeaders[column]).flat()].map((header) => [toHeaderKey(header), column] as const),
  ),
  ...Object.values(reasonHeaderByLanguage).map((header) => [toHeaderKey(header), 'reason'] as const),
]);

/** Returns the column for a header in any of the languages; undefined for any other header. */
export const findUserColumn = (header: string): UserColumn | 'reason' | undefined =>
  columnByHeader.get(toHeaderKey(header));
