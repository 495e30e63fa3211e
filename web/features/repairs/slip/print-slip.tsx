import type { ComponentProps } from 'react';
import { limits } from '#shared/config/limits.ts';
import { regions } from '#shared/config/regions.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { ContentField } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { contentText } from '#web/features/repairs/details/content-texts.ts';
import { toAccessoryLabel } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { Texts } from '#web/i18n/i18n.ts';
import { Barcode } from '#web/ui/print/barcode.tsx';
import type { Paper } from '#web/ui/print/paper.ts';
import type { PrintResources, PrintJob } from '#web/ui/print/print.tsx';
import { Print, PrintOnce } from '#web/ui/print/print.tsx';
import { SheetFact, SheetHead } from '#web/ui/print/sheet-parts.tsx';
import './slip.css';

type ContentsProps = { readonly repair: Repair; readonly texts: Texts };

const SlipContents = ({ repair, texts: { t, language, formatDay } }: ContentsProps) => {
  const { isOnlyAccessories, accessories, rma, next: nextDeadline } = repair;
  const today = useToday();
  const formatDevice = () => {
    if (isOnlyAccessories) return t('repairs.slip.accessories');
    return accessories.length > 0 ? t('repairs.slip.productWithAccessories') : t('repairs.slip.product');
  };
  return (
    <section>
      <h2>{t('repairs.slip.include')}</h2>
      <ul>
        <li>{formatDevice()}</li>
        {accessories.map((key) => (
          <li key={key} className="is-accessory">
            {toAccessoryLabel(key, language)}
          </li>
        ))}
        <li>{t('repairs.slip.proof')}</li>
        <li>{t('repairs.slip.slip')}</li>
      </ul>
      <p>{t('repairs.slip.keep')}</p>
      <p>
        {rma === null ? t('repairs.slip.rmaFollows') : t('repairs.slip.rmaOnParcel')}{' '}
        {nextDeadline?.promise === 'rma' &&
          nextDeadline.by >= today &&
          t('repairs.slip.rmaBy', { date: formatDay(nextDeadline.by) })}
      </p>
    </section>
  );
};

type SlipSheetProps = {
  readonly repair: Repair;
  readonly region: RegionId;
  readonly paper: Paper;
  readonly resources: PrintResources;
};

/** Slip for the parcel of a repair. Above the fold are its numbers as text and bar codes; below are the repair and what to send. */
const SlipSheet = ({ repair, region, paper, resources: { texts, encode } }: SlipSheetProps) => {
  const { t, formatInstant } = texts;
  const { rma, storeRefNo } = repair;

  const renderScannableFact = (label: string, value: string, className: string) => {
    const modules = value === '' ? undefined : encode(value);
    return (
      <SheetFact key={label} label={label} className={`is-wide ${className}`}>
        <strong>{value}</strong>
        {modules !== undefined && <Barcode modules={modules} paper={paper} />}
      </SheetFact>
    );
  };

  const renderContentFact = (name: ContentField, className?: string) => (
    <SheetFact label={t(`repairs.fields.${name}`)} className={className}>
      {contentText(repair, name, texts)}
    </SheetFact>
  );

  return (
    <>
      <div className="slip-front">
        <SheetHead title={t('repairs.slip.title')} texts={texts} />
        <dl>
          {/* The field is empty until the number is assigned, so that staff can write it in by hand. */}
          {renderScannableFact(t('repairs.fields.rma'), rma ?? '', 'slip-number')}
          {renderScannableFact(t('repairs.fields.storeRefNo'), storeRefNo, 'slip-number')}
        </dl>
        <section>
          <div>
            <h2>{t('repairs.slip.sendBack')}</h2>
            <p>
              {repair.storeName} ({repair.storeId})
            </p>
          </div>
          {/* The store stamps its address, because the portal has no store addresses. */}
          {paper === 'a4' && <div className="slip-stamp">{t('repairs.slip.stamp')}</div>}
        </section>
      </div>
      {paper === 'a4' && <p className="slip-fold">{t('repairs.slip.fold')}</p>}
      <dl>
        {repair.serialNumber &&
          renderScannableFact(t('repairs.fields.serialNumber'), repair.serialNumber, 'is-scanned')}
        {renderContentFact('product')}
        {renderContentFact('purchaseDate')}
        {renderContentFact('issue')}
        <SheetFact label={t('repairs.fields.createdAt')}>
          {formatInstant(repair.createdAt, regions[region].timeZone)}
        </SheetFact>
        {repair.detailedDescription && renderContentFact('detailedDescription', 'is-wide is-clamped')}
      </dl>
      <SlipContents repair={repair} texts={texts} />
      {paper === 'a4' && (
        <section className="slip-expect">
          <h2>{t('repairs.slip.expect')}</h2>
          <p>{t('repairs.slip.expectText', limits.terms)}</p>
        </section>
      )}
    </>
  );
};

/** Millimeters of a CSS pixel, of which an inch has 96. */
const mmPerPixel = 25.4 / 96;

/** Sets the page length of a label to its content while it is printed, because a roll has no fixed length. Returns the cleanup function. */
const setLabelPage = (sheet: HTMLElement) => {
  const styleSheet = new CSSStyleSheet();
  const lengthMm = Math.ceil(sheet.getBoundingClientRect().height * mmPerPixel) + 1;
  styleSheet.replaceSync(`@page slip-62 { size: 62mm ${lengthMm}mm; margin: 0; }`);
  document.adoptedStyleSheets.push(styleSheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== styleSheet);
  };
};

/** Shrinks the text of a sheet that does not fit on one page. If that is not enough, truncates the description, which is complete in the portal. */
const fitSheet = (sheet: HTMLElement) => {
  // An A4 page is 277 mm high within its margins (slip.css).
  const measureOverflow = () => sheet.getBoundingClientRect().height - 277 / mmPerPixel;
  for (const sizeClass of ['is-small', 'is-full']) {
    if (measureOverflow() > 0) sheet.classList.add(sizeClass);
  }
  const description = sheet.querySelector<HTMLElement>('.is-clamped dd');
  if (description && measureOverflow() > 0) {
    const lineHeight = Number.parseFloat(getComputedStyle(description).lineHeight);
    const lines = Math.floor((description.clientHeight - measureOverflow()) / lineHeight);
    description.style.setProperty('-webkit-line-clamp', String(Math.max(1, lines)));
  }
  return () => undefined;
};

const createJob = (
  repair: Repair,
  region: RegionId,
  paper: Paper,
): Pick<PrintJob, 'className' | 'prepare' | 'renderSheet'> => ({
  className: `slip-sheet is-${paper}`,
  prepare: paper === 'a4' ? fitSheet : setLabelPage,
  renderSheet: (resources) => <SlipSheet repair={repair} region={region} paper={paper} resources={resources} />,
});

type OnceProps = Pick<ComponentProps<typeof PrintOnce>, 'onEnd'> & { readonly loadRepair: () => Promise<Repair> };

/** Prints the A4 slip of a repair when mounted. */
export const PrintSlipOnce = ({ loadRepair, onEnd }: OnceProps) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const loadJob = async () => ({ label: t('repairs.slip.printA4'), ...createJob(await loadRepair(), region, 'a4') });
  return <PrintOnce loadJob={loadJob} onEnd={onEnd} />;
};

type Props = { readonly repair: Repair; readonly variant?: 'primary' | 'normal' };

export const PrintSlip = ({ repair, variant = 'normal' }: Props) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const job = { label: t('repairs.slip.printA4'), variant, ...createJob(repair, region, 'a4') };
  return <Print job={job} failureText={t('repairs.slip.failed')} />;
};

export const PrintLabel = ({ repair }: Pick<Props, 'repair'>) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const job = { label: t('repairs.slip.print62'), iconName: 'ticket', ...createJob(repair, region, '62') } as const;
  return <Print job={job} failureText={t('repairs.slip.failed')} />;
};
