import type { Ref } from 'react';
import { regions } from '#shared/regions.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { accessoryLabel, productLabel } from '#web/features/repairs/repair-labels.ts';
import type { Texts } from '#web/features/repairs/repair-labels.ts';
import { Barcode } from './barcode.tsx';
import type { Paper } from './paper.ts';
import { SlipContents } from './slip-contents.tsx';
import './slip.css';

type Props = {
  readonly ref?: Ref<HTMLElement>;
  readonly repair: Repair;
  readonly region: RegionId;
  readonly paper: Paper;
  /** In the region's language, whatever the page speaks. */
  readonly texts: Texts;
  /** The modules of a text's Code 128, if it has one. */
  readonly encode: (text: string) => string | undefined;
};

/** A repair's slip, for the parcel: what it is, its numbers to read and to scan, and what has to be sent in. */
export const SlipSheet = ({ ref, repair, region, paper, texts, encode }: Props) => {
  const { t, language, locale, formatInstant } = texts;
  const { rma, storeRefNo, serialNumber, accessories } = repair;

  const fact = (label: string, value: string, isWide = false) => (
    <div className={isWide ? 'is-wide' : undefined}>
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
    <article ref={ref} className={`slip-sheet is-${paper}`} lang={locale}>
      <header>
        <p>{t('shell.siteName')}</p>
        <h1>{t('repairs.slip.title')}</h1>
      </header>
      <dl>
        {rma !== null && scannable(t('repairs.fields.rma'), rma)}
        {scannable(t('repairs.fields.storeRefNo'), storeRefNo)}
        {serialNumber !== '' && scannable(t('repairs.fields.serialNumber'), serialNumber)}
        {fact(t('repairs.fields.product'), productLabel(repair.product, language))}
        {fact(t('repairs.fields.issue'), t(`repairs.issues.${repair.issue}`))}
        {accessories.length > 0 && fact(t('repairs.fields.accessories'), accessories.map((key) => accessoryLabel(key, language)).join(', '), true)}
        {fact(t('stores.label'), `${repair.storeName} (${repair.storeId})`)}
        {fact(t('repairs.fields.createdAt'), formatInstant(repair.createdAt, regions[region].timeZone))}
      </dl>
      <SlipContents repair={repair} texts={texts} />
    </article>
  );
};
