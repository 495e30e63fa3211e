import Alert from '@cloudscape-design/components/alert';
import Checkbox from '@cloudscape-design/components/checkbox';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { paths } from '#shared/api/paths.ts';
import { repairs as routes } from '#shared/api/routes/repairs.ts';
import { regions } from '#shared/config/regions.ts';
import { parseDate } from '#shared/dates/parse-date.ts';
import type { Device } from '#shared/records/device.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';
import { usePlace } from '#web/browser/place.ts';
import { withDraft } from '#web/components/drafts/with-draft.tsx';
import { StoreField } from '#web/components/forms/store-field.tsx';
import { ScanBar } from '#web/components/scan/scan-bar.tsx';
import { useScanTexts } from '#web/components/scan/scan-texts.ts';
import { ScansContext } from '#web/components/scan/use-scans.ts';
import { getConfig } from '#web/data/config.ts';
import { useQuery } from '#web/data/use-query.ts';
import { BookingPage, ReferenceField } from '#web/features/records/booking-page.tsx';
import { summarizeDevice } from '#web/features/records/device/device-summary.ts';
import { findPictogram, toProductLabel, productsText, repairKind } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { Field } from '#web/ui/form/field.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { Pictogram } from '#web/ui/pictogram.tsx';
import { contentLabels, findMissingLabels } from './content-form.tsx';
import type { ProductSuggestion } from './device-fields.tsx';
import { repairDrafts } from './repair-drafts.ts';
import { RepairFields } from './repair-fields.tsx';
import { firstFields, useBooking } from './use-booking.ts';
import type { BookingForm } from './use-booking.ts';
import { useRepairFields } from './use-repair-fields.ts';
import { findBookedProduct, isScanInReference, useRepairScans } from './use-repair-scans.ts';

const lazyRepairKeys = createLazyComponent(async () => (await import('./repair-keys.tsx')).RepairKeys);
const { Lazy: RepairCamera, load: loadCamera } = createLazyComponent(
  async () => (await import('./repair-camera.tsx')).RepairCamera,
);
const { Lazy: RepairReceipt, usePreload: usePreloadReceipt } = createLazyComponent(
  async () => (await import('./repair-receipt.tsx')).RepairReceipt,
);

const BookingSummary = ({ values }: Pick<BookingForm, 'values'>) => {
  const texts = useTexts();
  const { t, formatDate } = texts;
  const { product, accessories, issue, purchaseDate } = values;
  // Until an accessory is selected, the summary shows the product.
  const handedInItems = { ...values, isOnlyAccessories: values.isOnlyAccessories && accessories.length > 0 };
  const facts = [
    [contentLabels.serialNumber, values.serialNumber],
    [contentLabels.issue, issue && t(`repairs.issues.${issue}`)],
    [contentLabels.purchaseDate, purchaseDate && parseDate(purchaseDate) === purchaseDate && formatDate(purchaseDate)],
    ['repairs.fields.storeRefNo', values.storeRefNo],
  ] as const;
  return (
    <section className="booking-summary" aria-label={t('repairs.book.summary')}>
      <h2>{t('repairs.book.summary')}</h2>
      {product && (
        <strong>
          <Pictogram name={findPictogram(handedInItems)} />
          {productsText(handedInItems, texts)}
        </strong>
      )}
      <dl>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
};

/** Returns the device with the records booked for a serial number. Errors are ignored, because the device is only a hint. `storeId` is the store of an admin's form, '' until one is selected. */
const useDevice = (storeId: string | undefined, serialNumber: string): Device | undefined => {
  const { region } = usePlace();
  const canQuery = storeId !== '' && serialNumber !== '' && serialNumberField.safeParse(serialNumber).success;
  const query = useQuery(
    routes.findDevice,
    canQuery ? { region, serialNumber, ...(storeId !== undefined && { storeId }) } : undefined,
  );
  return query.status === 'loaded' ? query.data : undefined;
};

type DeviceProps = { readonly device: Device; readonly serialNumber: string };

/** Summarizes the history of a device that the store has handled before. */
const DeviceNotice = ({ device, serialNumber }: DeviceProps) => {
  const texts = useTexts();
  const { t } = texts;
  const place = usePlace();
  const summary = summarizeDevice(device, regions[place.region].timeZone, texts);
  const sentence = summary.sentences[0];

  // The sentence is announced, because the focus has already moved to the next field.
  useEffect(() => {
    if (sentence !== undefined) announce(sentence);
  }, [sentence]);

  if (sentence === undefined) return null;
  return (
    <Alert type={summary.openRepair ? 'warning' : 'info'}>
      {sentence} {/* Opens a new tab, so that the form stays open. */}
      <Link href={paths.device(place, serialNumber)} external target="_blank" variant="primary">
        {t('devices.history')}
      </Link>
    </Alert>
  );
};

const confirmationKeys = { customerPresence: '1', termsAcceptance: '2' } as const;
const confirmationNames = ['customerPresence', 'termsAcceptance'] as const;
type ConfirmationName = (typeof confirmationNames)[number];

type ConfirmationProps = {
  readonly form: BookingForm;
  readonly name: ConfirmationName;
  readonly children: ReactNode;
};

const Confirmation = ({ form, name, children }: ConfirmationProps) => (
  <Field name={name} errorText={form.findErrorText(name)}>
    <Checkbox checked={form.values[name]} onChange={({ detail }) => form.set(name, detail.checked)} ariaRequired>
      {children}{' '}
      <kbd className="key-hint" aria-hidden="true">
        {confirmationKeys[name]}
      </kbd>
    </Checkbox>
  </Field>
);

type ConfirmationFieldsProps = {
  readonly form: BookingForm;
  readonly onConfirmed: (name: ConfirmationName) => void;
};

const ConfirmationFields = ({ form, onConfirmed }: ConfirmationFieldsProps) => {
  const { t } = useTexts();
  const place = usePlace();
  const termsHref =
    getConfig().regions[place.region].legal?.termsOfService ?? paths.legalInRegion(place, 'terms-of-service');
  const [textBeforeLink, textAfterLink] = t('repairs.book.termsAcceptance', { terms: '|' }).split('|');
  const confirmByKey = (event: KeyboardEvent) => {
    const name = confirmationNames.find((candidate) => confirmationKeys[candidate] === event.key);
    if (name === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    form.set(name, true);
    announce(t(`repairs.book.${name}`, { terms: t('repairs.book.termsLink') }));
    onConfirmed(name);
  };
  return (
    // The role is presentational, because the key events come from the checkboxes inside.
    <div role="presentation" onKeyDown={confirmByKey}>
      <fieldset className="repair-confirmations" aria-label={t('repairs.book.confirmations')}>
        <SpaceBetween size="xs">
          <Confirmation form={form} name="customerPresence">
            {t('repairs.book.customerPresence')}
          </Confirmation>
          <Confirmation form={form} name="termsAcceptance">
            {textBeforeLink}
            {/* Opening the terms must not toggle the checkbox. */}
            <Link href={termsHref} external target="_blank" onClick={(event) => event.stopPropagation()}>
              {t('repairs.book.termsLink')}
            </Link>
            {textAfterLink}
          </Confirmation>
        </SpaceBetween>
      </fieldset>
    </div>
  );
};

const BookRepair = () => {
  const texts = useScanTexts();
  const { t, language } = texts;
  usePreloadReceipt();
  const booking = useBooking();
  const { form } = booking;
  const { storeId, serialNumber, product } = form.values;
  const fieldsState = useRepairFields(form);
  const device = useDevice(storeId, fieldsState.blurredSerial === serialNumber ? serialNumber : '');
  const { scans, eanProduct } = useRepairScans({ booking, fieldsState });
  const [isCameraOpen, setCameraOpen] = useState(false);
  const bookedProduct = device && findBookedProduct(device);
  const createSuggestion = (suggestedProduct: string, reason: 'booked' | 'ean'): ProductSuggestion => ({
    product: suggestedProduct,
    text: t(`scan.suggestion.${reason}`, { product: toProductLabel(suggestedProduct, language) }),
    acceptLabel: t('scan.suggestion.accept'),
  });
  const findSuggestion = () => {
    if (product !== '') return undefined;
    if (eanProduct !== undefined) return createSuggestion(eanProduct, 'ean');
    return bookedProduct === undefined ? undefined : createSuggestion(bookedProduct, 'booked');
  };
  return (
    <ScansContext value={scans}>
      <BookingPage
        kind={repairKind}
        {...booking}
        renderReceipt={(receipt) => <RepairReceipt {...receipt} />}
        onSubmit={() => void form.submit()}
        missingLabels={findMissingLabels(form.findMissingFields(), t)}
        incompleteText={form.findInvalidFields().length > 0 ? '' : undefined}
        firstFields={firstFields}
        scanBar={<ScanBar scans={scans} keys={lazyRepairKeys} />}
        summary={<BookingSummary values={form.values} />}
      >
        <RepairFields
          form={form}
          fieldsState={fieldsState}
          store={
            storeId !== undefined && (
              <StoreField
                value={storeId}
                onChange={(newStoreId) => form.set('storeId', newStoreId)}
                error={form.findErrorText('storeId')}
              />
            )
          }
          serialNumberNote={device && <DeviceNotice device={device} serialNumber={serialNumber} />}
          suggestion={findSuggestion()}
          onCamera={() => void loadCamera().then((isLoaded) => setCameraOpen(isLoaded))}
          reference={
            <ReferenceField
              field={form.field('storeRefNo')}
              hint={t('repairs.book.storeRefNoHint')}
              warning={isScanInReference(form.values.storeRefNo) ? t('repairs.book.referenceScanned') : undefined}
            />
          }
        >
          <ConfirmationFields form={form} onConfirmed={fieldsState.moveOn} />
        </RepairFields>
      </BookingPage>
      {isCameraOpen && <RepairCamera isProductKnown={eanProduct !== undefined} onClose={() => setCameraOpen(false)} />}
    </ScansContext>
  );
};

export const BookRepairPage = withDraft(repairDrafts, BookRepair);
