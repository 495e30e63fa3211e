import type { PictogramName } from '#shared/catalogue/pictograms.ts';
import type { Language } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import type { Device } from '#shared/records/device.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import type { ReturnSummary } from '#shared/returns/return.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import type { RecordKindView } from '#web/features/records/record-kind-view.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { Barcode } from '#web/ui/print/barcode.tsx';
import type { PrintResources } from '#web/ui/print/print.tsx';
import { Print } from '#web/ui/print/print.tsx';
import { SheetFact, SheetHead } from '#web/ui/print/sheet-parts.tsx';
import { findStateStart, findRunningWarranty } from './device-summary.ts';

export type DeviceKinds = {
  readonly repairs: RecordKindView<RepairSummary>;
  readonly returns: RecordKindView<ReturnSummary>;
  /** Product name of the device; undefined if its serial number was used only for accessories. */
  readonly productText: (device: Device, language: Language) => string | undefined;
  readonly findPictogram: (device: Device) => PictogramName | undefined;
};

type Props = { readonly kinds: DeviceKinds; readonly device: Device; readonly serialNumber: string };

/** Printout for the customer with the device and its repairs, except withdrawn ones. It contains no user names and no free text of the store. */
const DeviceSheet = ({
  kinds,
  device,
  serialNumber,
  resources: { texts, encode },
}: Props & { readonly resources: PrintResources }) => {
  const { t, language, formatLongDate } = texts;
  const { timeZone } = regions[usePlace().region];
  const today = useToday();
  const formatDay = (instant: string) => formatLongDate(toCalendarDate(new Date(instant), timeZone));
  const modules = encode(serialNumber);
  const renderFact = (label: string, value: string) => <SheetFact label={label}>{value}</SheetFact>;
  return (
    <>
      <SheetHead title={t('devices.sheet.title')} texts={texts} />
      <dl>
        {renderFact(t('repairs.fields.product'), kinds.productText(device, language) ?? t('devices.unknown'))}
        <SheetFact label={t('repairs.fields.serialNumber')}>
          <strong>{serialNumber}</strong>
          {modules !== undefined && <Barcode modules={modules} paper="a4" />}
        </SheetFact>
      </dl>
      {device.repairs
        .filter(({ state }) => state !== 'withdrawn')
        .map((repair) => ({ repair, warranty: findRunningWarranty(repair) }))
        .map(({ repair, warranty }) => (
          <section key={repair.id}>
            <h2>{t('repairs.details.title', { reference: repair.storeRefNo })}</h2>
            <dl>
              {renderFact(t('repairs.fields.createdAt'), formatDay(repair.createdAt))}
              {renderFact(t('repairs.fields.storeName'), repair.storeName)}
              {repair.rma !== null && renderFact(t('repairs.fields.rma'), repair.rma)}
              {renderFact(t('repairs.fields.issue'), t(`repairs.issues.${repair.issue}`))}
              {renderFact(
                t('repairs.fields.state'),
                `${t(`repairs.states.${repair.state}`)}, ${formatDay(findStateStart(repair))}`,
              )}
              {warranty &&
                renderFact(
                  t('devices.sheet.warranty'),
                  t('devices.sheet.until', { date: formatLongDate(warranty.by) }),
                )}
            </dl>
          </section>
        ))}
      <p>{t('devices.sheet.asOf', { date: formatLongDate(today) })}</p>
    </>
  );
};

export const PrintDevice = (props: Props) => {
  const { t } = useTexts();
  const renderSheet = (resources: PrintResources) => <DeviceSheet {...props} resources={resources} />;
  return (
    <Print
      job={{ label: t('devices.print'), className: 'device-sheet', renderSheet }}
      failureText={t('devices.printFailed')}
    />
  );
};
