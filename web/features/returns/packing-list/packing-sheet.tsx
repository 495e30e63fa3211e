import './packing-list.css';
import { regions } from '#shared/regions.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { usePlace } from '#web/browser/place.ts';
import { groupLines } from '#web/features/returns/details/group-lines.ts';
import { lineLabel, ownDescription } from '#web/features/returns/return-kind.ts';
import type { Texts } from '#web/language/i18n.ts';
import { Barcode } from '#web/ui/print/barcode.tsx';
import type { Ink } from '#web/ui/print/use-printing.ts';

type LinesProps = { readonly record: ReturnRecord; readonly texts: Texts };

const columns = ['number', 'packed', 'product', 'ean', 'serial', 'purchased', 'returned'] as const;

/** The lines to tick, those of one product together. Each sheet of paper repeats the head, which says what return it belongs to. */
const PackingLines = ({ record: { rma, storeRefNo, lines }, texts }: LinesProps) => {
  const { t, language, formatDate } = texts;
  const ordered = groupLines(lines).flatMap((group) => group.lines);
  return (
    <table>
      <colgroup>
        {columns.map((name) => (
          <col key={name} className={`packing-${name}`} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th colSpan={columns.length}>
            {[t('returns.packing.title'), storeRefNo, ...(rma === null ? [] : [rma])].join(' · ')}
          </th>
        </tr>
        <tr>
          <th scope="col">{t('returns.packing.number')}</th>
          <th scope="col">{t('returns.packing.packed')}</th>
          <th scope="col">{t('returns.fields.product')}</th>
          <th scope="col">{t('returns.fields.ean')}</th>
          <th scope="col">{t('returns.fields.serialNumber')}</th>
          <th scope="col">{t('returns.fields.purchaseDate')}</th>
          <th scope="col">{t('returns.fields.returnDate')}</th>
        </tr>
      </thead>
      <tbody>
        {ordered.map((line, index) => (
          <tr key={line.serialNumber}>
            <td>{index + 1}</td>
            <td aria-label={t('returns.packing.packed')}>
              <span className="packing-tick" />
            </td>
            <th scope="row">
              {lineLabel(line, language)}
              {ownDescription(line) && <small>{ownDescription(line)}</small>}
            </th>
            <td>{line.ean}</td>
            <td>{line.serialNumber}</td>
            <td>{formatDate(line.purchaseDate)}</td>
            <td>{formatDate(line.returnDate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

type Props = { readonly record: ReturnRecord; readonly ink: Ink };

/** A return's packing list, for the parcel: whose it is, its number to scan, and its lines to tick. */
export const PackingSheet = ({ record, ink: { texts, encode } }: Props) => {
  const { t, formatInstant, formatNumber } = texts;
  const { timeZone } = regions[usePlace().region];
  const { rma, storeRefNo, storeId, storeName, createdAt, lines } = record;
  const scannable = encode(rma ?? storeRefNo);
  const fact = (label: string, value: string) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <>
      <header>
        <div>
          <p>{t('shell.siteName')}</p>
          <h1>{t('returns.packing.title')}</h1>
        </div>
        <figure>
          {scannable !== undefined && <Barcode modules={scannable} paper="a4" />}
          <figcaption>
            {rma === null ? t('returns.fields.storeRefNo') : t('returns.fields.rma')}{' '}
            <strong>{rma ?? storeRefNo}</strong>
          </figcaption>
        </figure>
      </header>
      <dl>
        {rma !== null && fact(t('returns.fields.rma'), rma)}
        {fact(t('returns.fields.storeRefNo'), storeRefNo)}
        {fact(t('stores.label'), storeName)}
        {fact(t('returns.list.storeId'), storeId)}
        {fact(t('returns.fields.createdAt'), formatInstant(createdAt, timeZone))}
        {fact(t('returns.fields.numberOfProducts'), formatNumber(lines.length))}
      </dl>
      <p>{t('returns.packing.hint')}</p>
      <PackingLines record={record} texts={texts} />
    </>
  );
};
