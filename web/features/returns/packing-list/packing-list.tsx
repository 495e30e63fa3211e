import type { ComponentProps, ReactNode } from 'react';
import { regions } from '#shared/config/regions.ts';
import type { ReturnRecord, StoredLine } from '#shared/returns/return.ts';
import { usePlace } from '#web/browser/place.ts';
import { toLineLabel, toCustomDescription } from '#web/features/returns/return-kind.ts';
import type { Texts } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { Barcode } from '#web/ui/print/barcode.tsx';
import type { PrintResources } from '#web/ui/print/print.tsx';
import { Print, PrintOnce } from '#web/ui/print/print.tsx';
import { SheetFact, SheetHead } from '#web/ui/print/sheet-parts.tsx';
// Imported last, so that it overrides the rules of the sheet parts.
import './packing-list.css';

const columnCount = 4;
/** Number of monospace characters of a serial number that fit into one column (packing-list.css). */
const maxColumnCharacters = 18;

/** Lays out the lines as rows of table cells. Each product starts with a row for its name. Dates precede their serial numbers, and are never the last cell of a row. */
const buildRows = (lines: readonly StoredLine[], { language, formatDate, formatNumber }: Texts) => {
  const rows: ReactNode[][] = [];
  let freeCells = 0;
  /** Adds a cell of `width` columns to the current row, or to a new row if fewer than `requiredWidth` columns are free. */
  const addCell = (
    cell: ReactNode,
    { width, requiredWidth = width }: { readonly width: number; readonly requiredWidth?: number },
  ) => {
    if (freeCells < requiredWidth) {
      rows.push([]);
      freeCells = columnCount;
    }
    rows.at(-1)?.push(cell);
    freeCells -= width;
  };
  const toProductKey = (line: StoredLine) => `${toLineLabel(line, language)}\n${line.ean}`;
  const toDatesText = (line: StoredLine) => {
    const dates = `${formatDate(line.purchaseDate)}\u00A0–\u00A0${formatDate(line.returnDate)}`;
    return `${dates}\n${toCustomDescription(line)}`.trim();
  };
  for (const [product, productLines] of Map.groupBy(lines, toProductKey)) {
    const [name, ean] = product.split('\n');
    const head = (
      <th key={product} scope="row" colSpan={columnCount}>
        <strong>{name}</strong> <span>{ean}</span> <span>× {formatNumber(productLines.length)}</span>
      </th>
    );
    addCell(head, { width: columnCount });
    for (const [dates, group] of Map.groupBy(productLines, toDatesText)) {
      addCell(<th key={dates}>{dates}</th>, { width: 1, requiredWidth: 2 });
      for (const { serialNumber } of group) {
        const width = serialNumber.length > maxColumnCharacters ? 2 : 1;
        addCell(
          <td key={serialNumber} colSpan={width}>
            <span className="packing-tick" />
            {serialNumber}
          </td>,
          { width },
        );
      }
    }
  }
  return rows;
};

type SheetProps = { readonly record: ReturnRecord; readonly resources: PrintResources };

const PackingSheet = ({ record, resources: { texts, encode } }: SheetProps) => {
  const { t, formatInstant, formatNumber } = texts;
  const { timeZone } = regions[usePlace().region];
  const { rma, storeRefNo, storeId, storeName, createdAt, lines } = record;
  const barcodeModules = encode(rma ?? storeRefNo);
  const renderFact = (label: string, value: string) => <SheetFact label={label}>{value}</SheetFact>;
  return (
    <>
      <SheetHead title={t('returns.packing.title')} texts={texts}>
        <figure>
          {barcodeModules !== undefined && <Barcode modules={barcodeModules} paper="a4" />}
          <figcaption>
            {rma === null ? t('returns.fields.storeRefNo') : t('returns.fields.rma')}{' '}
            <strong>{rma ?? storeRefNo}</strong>
          </figcaption>
        </figure>
      </SheetHead>
      <dl>
        {/* The field is empty until the number is known, so that staff can write it in. */}
        <SheetFact label={t('returns.fields.rma')} className={rma === null ? 'packing-blank' : undefined}>
          {rma}
        </SheetFact>
        {renderFact(t('returns.fields.storeRefNo'), storeRefNo)}
        {renderFact(t('stores.label'), storeName)}
        {renderFact(t('returns.list.storeId'), storeId)}
        {renderFact(t('returns.fields.createdAt'), formatInstant(createdAt, timeZone))}
        {renderFact(t('returns.fields.numberOfProducts'), formatNumber(lines.length))}
      </dl>
      <p>{t('returns.packing.hint')}</p>
      {/* The table head is repeated on every printed page, so it identifies the return. */}
      <table>
        <thead>
          <tr>
            <th colSpan={columnCount}>
              {[t('returns.packing.title'), storeRefNo, ...(rma === null ? [] : [rma])].join(' · ')}
            </th>
          </tr>
          <tr>
            <th colSpan={columnCount}>
              {t('returns.fields.product')} · {t('returns.fields.ean')} · {t('returns.fields.purchaseDate')} –{' '}
              {t('returns.fields.returnDate')} · {t('returns.fields.serialNumber')}
            </th>
          </tr>
        </thead>
        <tbody>
          {buildRows(lines, texts).map((cells, index) => (
            <tr key={index}>{cells}</tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

const toRenderSheet = (record: ReturnRecord) => (resources: PrintResources) => (
  <PackingSheet record={record} resources={resources} />
);

type OnceProps = Pick<ComponentProps<typeof PrintOnce>, 'onEnd'> & { readonly loadReturn: () => Promise<ReturnRecord> };

/** Prints the packing list of a return when mounted. */
export const PackingListOnce = ({ loadReturn, onEnd }: OnceProps) => {
  const label = useTexts().t('returns.packing.print');
  const loadJob = async () => {
    const record = await loadReturn();
    return { label, className: 'packing-sheet', renderSheet: toRenderSheet(record) };
  };
  return <PrintOnce loadJob={loadJob} onEnd={onEnd} />;
};

type Props = { readonly record: ReturnRecord; readonly variant?: 'primary' | 'normal' };

export const PackingList = ({ record, variant = 'normal' }: Props) => {
  const { t } = useTexts();
  return (
    <Print
      job={{
        label: t('returns.packing.print'),
        variant,
        className: 'packing-sheet',
        renderSheet: toRenderSheet(record),
      }}
      failureText={t('returns.packing.failed')}
    />
  );
};
