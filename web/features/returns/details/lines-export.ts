import type { ReturnRecord, StoredLine } from '#shared/returns/return.ts';
import { rmaText } from '#web/features/records/record-kind.ts';
import { lineLabel, returnKind } from '#web/features/returns/return-kind.ts';
import type { Texts } from '#web/language/i18n.ts';
import type { ExportColumn } from '#web/ui/export/export-column.ts';

type ExportedLine = StoredLine & { readonly id: string };

export const exportedLines = ({ lines }: Pick<ReturnRecord, 'lines'>): ExportedLine[] =>
  lines.map((line, index) => ({ ...line, id: String(index) }));

/** The columns of a return's lines as a file: each line says what it belongs to, so that files can be put together. */
export const lineExportColumns = (record: ReturnRecord, texts: Texts): readonly ExportColumn<ExportedLine>[] => {
  const { t, language } = texts;
  return [
    { header: t('returns.fields.rma'), kind: 'text', value: () => rmaText(returnKind, record, texts) ?? null },
    { header: t('returns.list.storeId'), kind: 'text', value: () => record.storeId },
    { header: t('returns.fields.storeRefNo'), kind: 'text', value: () => record.storeRefNo },
    { header: t('returns.fields.product'), kind: 'text', value: (line) => lineLabel(line, language) },
    { header: t('returns.fields.ean'), kind: 'text', value: ({ ean }) => ean },
    {
      header: t('returns.fields.productDescription'),
      kind: 'text',
      value: ({ productDescription }) => productDescription,
    },
    { header: t('returns.fields.purchaseDate'), kind: 'date', value: ({ purchaseDate }) => purchaseDate },
    { header: t('returns.fields.returnDate'), kind: 'date', value: ({ returnDate }) => returnDate },
    { header: t('returns.fields.serialNumber'), kind: 'text', value: ({ serialNumber }) => serialNumber },
  ];
};

/** A reference as part of a file's name on any system. */
export const inFileName = (reference: string) =>
  reference
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+/, '')
    .replace(/(?<![-.])[-.]+$/, '');
