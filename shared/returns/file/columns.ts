import type { Language } from '#shared/config/regions.ts';
import { normalizeHeader, reasonHeaderByLanguage } from '#shared/text/spreadsheet.ts';

/** Columns of a returns file, in the required order. */
export const fileColumns = [
  'storeId',
  'storeRefNo',
  'ean',
  'productDescription',
  'purchaseDate',
  'serialNumber',
] as const;

export type FileColumn = (typeof fileColumns)[number];

type Wordings = Readonly<Record<Language, readonly [string, ...string[]]>>;

/** Accepted headers of each column; templates use the first one of a language. */
export const fileHeaders: Readonly<Record<FileColumn, Wordings>> = {
  storeId: {
    en: ['store id'],
    de: ['Filial-ID', 'Filialnummer', 'Filial-Nr.', 'Marktnummer'],
    fr: ['identifiant magasin', 'identifiant du magasin', 'ID magasin', 'code magasin', 'numéro de magasin'],
  },
  storeRefNo: {
    en: ['store return reference number'],
    de: ['Retourenreferenz', 'Retourenreferenz der Filiale', 'Filialreferenz', 'Retourennummer der Filiale'],
    fr: ['référence retour magasin', 'référence du retour magasin', 'référence magasin', 'référence de retour'],
  },
  ean: {
    en: ['ean code'],
    de: ['EAN-Code', 'EAN', 'EAN-Nummer'],
    fr: ['code EAN', 'code-barres EAN', 'EAN'],
  },
  productDescription: {
    en: ['product description'],
    de: ['Produktbezeichnung', 'Artikelbezeichnung', 'Produktbeschreibung'],
    fr: ['désignation du produit', 'désignation', 'désignation article', 'description du produit'],
  },
  purchaseDate: {
    en: ['purchase date'],
    de: ['Kaufdatum'],
    fr: ['date d’achat'],
  },
  serialNumber: {
    en: ['serial number'],
    de: ['Seriennummer', 'Serien-Nr.'],
    fr: ['numéro de série', 'n° de série'],
  },
};

const columnByHeader = new Map(
  fileColumns.flatMap((column) =>
    Object.values(fileHeaders[column]).flatMap((wordings) =>
      wordings.map((wording) => [normalizeHeader(wording), column] as const),
    ),
  ),
);

const reasonHeaders = new Set(Object.values(reasonHeaderByLanguage).map(normalizeHeader));

/** Returns the column for a header in any of the languages; undefined for any other header. */
export const findColumn = (header: string): FileColumn | 'reason' | undefined => {
  const normalizedHeader = normalizeHeader(header);
  return reasonHeaders.has(normalizedHeader) ? 'reason' : columnByHeader.get(normalizedHeader);
};
