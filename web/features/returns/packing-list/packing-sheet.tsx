import './packing-list.css';
import { regions } from '#shared/regions.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { usePlace } from '#web/browser/place.ts';
import { Barcode } from '#web/ui/print/barcode.tsx';
import type { Ink } from '#web/ui/print/use-printing.ts';
import { PackingLines } from './packing-lines.tsx';

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
            {rma === null ? t('returns.fields.storeRefNo') : t('returns.list.rma')} <strong>{rma ?? storeRefNo}</strong>
          </figcaption>
        </figure>
      </header>
      <dl>
        {rma !== null && fact(t('returns.list.rma'), rma)}
        {fact(t('returns.fields.storeRefNo'), storeRefNo)}
        {fact(t('stores.label'), storeName)}
        {fact(t('returns.list.storeId'), storeId)}
        {fact(t('returns.list.createdAt'), formatInstant(createdAt, timeZone))}
        {fact(t('returns.list.numberOfProducts'), formatNumber(lines.length))}
      </dl>
      <p>{t('returns.packing.hint')}</p>
      <PackingLines record={record} texts={texts} />
    </>
  );
};
