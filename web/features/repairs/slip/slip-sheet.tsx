import { regions } from '#shared/regions.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { accessoryLabel, productLabel } from '#web/features/repairs/repair-kind.ts';
import type { Texts } from '#web/language/i18n.ts';
import { Barcode } from '#web/ui/print/barcode.tsx';
import type { Paper } from '#web/ui/print/paper.ts';
import type { Ink } from '#web/ui/print/use-printing.ts';
import './slip.css';

type ContentsProps = { readonly repair: Repair; readonly texts: Pick<Texts, 't'> };

/** What goes into the parcel and what doesn't, as the terms of sale say it. */
const SlipContents = ({ repair: { isOnlyAccessories, accessories, rma }, texts: { t } }: ContentsProps) => {
  const device = () => {
    if (isOnlyAccessories) return t('repairs.slip.accessories');
    return accessories.length > 0 ? t('repairs.slip.productWithAccessories') : t('repairs.slip.product');
  };
  return (
    <section>
      <h2>{t('repairs.slip.include')}</h2>
      <ul>
        <li>{device()}</li>
        <li>{t('repairs.slip.proof')}</li>
        <li>{t('repairs.slip.slip')}</li>
      </ul>
      <p>{t('repairs.slip.keep')}</p>
      <p>{rma === null ? t('repairs.slip.rmaFollows') : t('repairs.slip.rmaOnParcel')}</p>
    </section>
  );
};

type Props = { readonly repair: Repair; readonly region: RegionId; readonly paper: Paper; readonly ink: Ink };

/** A repair's slip, for the parcel: what it is, its numbers to read and to scan, and what has to be sent in. */
export const SlipSheet = ({ repair, region, paper, ink: { texts, encode } }: Props) => {
  const { t, language, formatDate, formatInstant } = texts;
  const { rma, storeRefNo, serialNumber, accessories } = repair;

  const fact = (label: string, value: string, className?: string) => (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  const scannable = (label: string, value: string) => {
    const modules = encode(value);
    return (
      <div className="is-wide">
        <dt>{label}</dt>
        <dd>
          <strong>{value}</strong>
          {modules !== undefined && <Barcode modules={modules} paper={paper} />}
        </dd>
      </div>
    );
  };

  return (
    <>
      <header>
        <p>{t('shell.siteName')}</p>
        <h1>{t('repairs.slip.title')}</h1>
      </header>
      <dl>
        {rma !== null && scannable(t('repairs.fields.rma'), rma)}
        {scannable(t('repairs.fields.storeRefNo'), storeRefNo)}
        {serialNumber !== '' && scannable(t('repairs.fields.serialNumber'), serialNumber)}
        {fact(t('repairs.fields.product'), productLabel(repair.product, language))}
        {fact(t('repairs.fields.purchaseDate'), formatDate(repair.purchaseDate))}
        {fact(t('repairs.fields.issue'), t(`repairs.issues.${repair.issue}`))}
        {repair.detailedDescription !== '' &&
          fact(t('repairs.fields.detailedDescription'), repair.detailedDescription, 'is-wide is-long is-clamped')}
        {accessories.length > 0 &&
          fact(
            t('repairs.fields.accessories'),
            accessories.map((key) => accessoryLabel(key, language)).join(', '),
            'is-wide is-long',
          )}
        {fact(t('repairs.fields.createdAt'), formatInstant(repair.createdAt, regions[region].timeZone))}
      </dl>
      <SlipContents repair={repair} texts={texts} />
      <section>
        <h2>{t('repairs.slip.sendBack')}</h2>
        <p>
          {repair.storeName} ({repair.storeId})
        </p>
        {/* The portal knows no addresses: the store has a stamp. */}
        {paper === 'a4' && <div className="slip-stamp">{t('repairs.slip.stamp')}</div>}
      </section>
    </>
  );
};
