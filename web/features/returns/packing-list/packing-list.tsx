import type { ReactNode } from 'react';
import { regions } from '#shared/regions.ts';
import type { ReturnRecord, StoredLine } from '#shared/returns/return.ts';
import { usePlace } from '#web/browser/place.ts';
import { lineLabel, ownDescription } from '#web/features/returns/return-kind.ts';
import type { Texts } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';
import { Barcode } from '#web/ui/print/barcode.tsx';
import type { Ink } from '#web/ui/print/print.tsx';
import { Print } from '#web/ui/print/print.tsx';
import { SheetFact, SheetHead } from '#web/ui/print/sheet-parts.tsx';
// After the sheet's own rules.
import './packing-list.css';

const columns = 4;
/** The longest serial number that fits a column without breaking, in letters of one width (packing-list.css). */
const columnLetters = 18;

/** Rows of cells. Each product begins a row; dates stand before the serial numbers that they count for, and never last in a row. */
const rowsOf = (lines: readonly StoredLine[], { language, formatDate, formatNumber }: Texts) => {
  const rows: ReactNode[][] = [];
  let free = 0;
  const put = (cell: ReactNode, takes: number, needs = takes) => {
    if (free < needs) {
      rows.push([]);
      free = columns;
    }
    rows.at(-1)?.push(cell);
    free -= takes;
  };
  const productOf = (line: StoredLine) => `${lineLabel(line, language)}\n${line.ean}`;
  const datesOf = (line: StoredLine) => {
    const dates = `${formatDate(line.purchaseDate)}\u00A0–\u00A0${formatDate(line.returnDate)}`;
    return `${dates}\n${ownDescription(line)}`.trim();
  };
  for (const [product, ofProduct] of Map.groupBy(lines, productOf)) {
    const [name, ean] = product.split('\n');
    const head = (
      <th key={product} scope="row" colSpan={2}>
        <strong>{name}</strong> <span>{ean}</span> <span>× {formatNumber(ofProduct.length)}</span>
      </th>
    );
    put(head, 2, columns);
    for (const [dates, group] of Map.groupBy(ofProduct, datesOf)) {
      put(<th key={dates}>{dates}</th>, 1, 2);
      for (const { serialNumber } of group) {
        const takes = serialNumber.length > columnLetters ? 2 : 1;
        put(
          <td key={serialNumber} colSpan={takes}>
            <span className="packing-tick" />
            {serialNumber}
          </td>,
          takes,
        );
      }
    }
  }
  return rows;
};

type SheetProps = { readonly record: ReturnRecord; readonly ink: Ink };

const PackingSheet = ({ record, ink: { texts, encode } }: SheetProps) => {
  const { t, formatInstant, formatNumber } = texts;
  const { timeZone } = regions[usePlace().region];
  const { rma, storeRefNo, storeId, storeName, createdAt, lines } = record;
  const scannable = encode(rma ?? storeRefNo);
  const fact = (label: string, value: string) => <SheetFact label={label}>{value}</SheetFact>;
  return (
    <>
      <SheetHead title={t('returns.packing.title')} texts={texts}>
        <figure>
          {scannable !== undefined && <Barcode modules={scannable} paper="a4" />}
          <figcaption>
            {rma === null ? t('returns.fields.storeRefNo') : t('returns.fields.rma')}{' '}
            <strong>{rma ?? storeRefNo}</strong>
          </figcaption>
        </figure>
      </SheetHead>
      <dl>
        {rma !== null && fact(t('returns.fields.rma'), rma)}
        {fact(t('returns.fields.storeRefNo'), storeRefNo)}
        {fact(t('stores.label'), storeName)}
        {fact(t('returns.list.storeId'), storeId)}
        {fact(t('returns.fields.createdAt'), formatInstant(createdAt, timeZone))}
        {fact(t('returns.fields.numberOfProducts'), formatNumber(lines.length))}
      </dl>
      <p>{t('returns.packing.hint')}</p>
      {/* Each sheet of paper repeats the head, which says what return it belongs to. */}
      <table>
        <thead>
          <tr>
            <th colSpan={columns}>
              {[t('returns.packing.title'), storeRefNo, ...(rma === null ? [] : [rma])].join(' · ')}
            </th>
          </tr>
          <tr>
            <th colSpan={2}>
              {t('returns.fields.product')} · {t('returns.fields.ean')}
            </th>
            <th colSpan={2}>
              {t('returns.fields.purchaseDate')} – {t('returns.fields.returnDate')} · {t('returns.fields.serialNumber')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(lines, texts).map((cells, index) => (
            <tr key={index}>{cells}</tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

type Props = { readonly record: ReturnRecord; readonly variant?: 'primary' | 'normal' };

export const PackingList = ({ record, variant = 'normal' }: Props) => {
  const { t } = useTexts();
  const renderSheet = (ink: Ink) => <PackingSheet record={record} ink={ink} />;
  return (
    <Print
      jobs={[{ label: t('returns.packing.print'), variant, className: 'packing-sheet', renderSheet }]}
      failed={t('returns.packing.failed')}
    />
  );
};
