import Alert from '@cloudscape-design/components/alert';
import Checkbox from '@cloudscape-design/components/checkbox';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { paths } from '#shared/api/paths.ts';
import { repairs as routes } from '#shared/api/routes/repairs.ts';
import { regions } from '#shared/config/regions.ts';
import { parseDate } from '#shared/dates/dates.ts';
import { serialNumber as serialNumberField } from '#shared/text/serial-number.ts';
import { usePlace } from '#web/browser/place.ts';
import { withDraft } from '#web/components/drafts/with-draft.tsx';
import { StoreField } from '#web/components/forms/store-field.tsx';
import { config } from '#web/data/config.ts';
import { useQuery } from '#web/data/use-query.ts';
import { BookingPage, ReferenceField } from '#web/features/records/booking-page.tsx';
import { summarizeDevice } from '#web/features/records/device/device-summary.ts';
import { findPictogram, productsText, repairKind } from '#web/features/repairs/repair-kind.ts';
import { PrintSlip } from '#web/features/repairs/slip/print-slip.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Pictogram } from '#web/ui/pictogram.tsx';
import { bookingDrafts } from './booking-values.ts';
import { contentLabels, missingNames } from './content-form.tsx';
import { RepairFields } from './repair-fields.tsx';
import { useBooking } from './use-booking.ts';
import type { BookingForm } from './use-booking.ts';

const BookingSummary = ({ values }: Pick<BookingForm, 'values'>) => {
  const texts = useTexts();
  const { t, formatDate } = texts;
  const { product, accessories, issue, purchaseDate } = values;
  // Shown as accessories only once some are selected.
  const handedIn = { ...values, isOnlyAccessories: values.isOnlyAccessories && accessories.length > 0 };
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
          <Pictogram name={findPictogram(handedIn)} />
          {productsText(handedIn, texts)}
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

type DeviceProps = {
  /** Store that an admin books for, '' until one is chosen; undefined for staff, whose store the server knows. */
  readonly storeId: string | undefined;
  readonly serialNumber: string;
};

/** Summarizes the history of a device that the store has handled before. This is only a hint, so errors are ignored. */
const DeviceNotice = ({ storeId, serialNumber }: DeviceProps) => {
  const texts = useTexts();
  const { t } = texts;
  const place = usePlace();
  const { region } = place;
  const canQuery = storeId !== '' && serialNumber !== '' && serialNumberField.safeParse(serialNumber).success;
  const query = useQuery(
    routes.findDevice,
    canQuery ? { region, serialNumber, ...(storeId !== undefined && { storeId }) } : undefined,
  );
  const news = query.status === 'loaded' ? summarizeDevice(query.data, regions[region].timeZone, texts) : undefined;
  const sentence = news?.sentences[0];

  // Announced, because the screen reader's focus has already moved to the next field.
  useEffect(() => {
    if (sentence !== undefined) announce(sentence);
  }, [sentence]);

  if (!news || sentence === undefined) return null;
  return (
    <Alert type={news.openRepair ? 'warning' : 'info'}>
      {sentence} {/* Opens a new tab, so that the form is not left. */}
      <Link href={paths.device(place, serialNumber)} external target="_blank" variant="primary">
        {t('devices.history')}
      </Link>
    </Alert>
  );
};

type ConfirmationProps = {
  readonly form: BookingForm;
  readonly name: 'customerPresence' | 'termsAcceptance';
  readonly children: ReactNode;
};

const Confirmation = ({ form, name, children }: ConfirmationProps) => (
  <Field name={name} errorText={form.findErrorText(name)}>
    <Checkbox checked={form.values[name]} onChange={({ detail }) => form.set(name, detail.checked)} ariaRequired>
      {children}
    </Checkbox>
  </Field>
);

const ConfirmationFields = ({ form }: { readonly form: BookingForm }) => {
  const { t } = useTexts();
  const place = usePlace();
  const terms = config().regions[place.region].legal?.termsOfService ?? paths.legalInRegion(place, 'terms-of-service');
  const [textBeforeLink, textAfterLink] = t('repairs.book.termsAcceptance', { terms: '|' }).split('|');
  return (
    <fieldset className="repair-confirmations" aria-label={t('repairs.book.confirmations')}>
      <SpaceBetween size="xs">
        <Confirmation form={form} name="customerPresence">
          {t('repairs.book.customerPresence')}
        </Confirmation>
        <Confirmation form={form} name="termsAcceptance">
          {textBeforeLink}
          {/* Opening the terms must not toggle the checkbox. */}
          <Link href={terms} external target="_blank" onClick={(event) => event.stopPropagation()}>
            {t('repairs.book.termsLink')}
          </Link>
          {textAfterLink}
        </Confirmation>
      </SpaceBetween>
    </fieldset>
  );
};

const BookRepair = () => {
  const { t } = useTexts();
  const booking = useBooking();
  const { form } = booking;
  const { storeId } = form.values;
  return (
    <BookingPage
      kind={repairKind}
      {...booking}
      renderPrint={(repair) => <PrintSlip repair={repair} variant="primary" />}
      onSubmit={() => void form.submit()}
      missing={missingNames(form.missingFields(), t)}
      summary={<BookingSummary values={form.values} />}
    >
      <RepairFields
        form={form}
        store={
          storeId !== undefined && (
            <StoreField
              value={storeId}
              onChange={(newStoreId) => form.set('storeId', newStoreId)}
              error={form.findErrorText('storeId')}
            />
          )
        }
        renderSerialNumberNote={(serialNumber) => <DeviceNotice storeId={storeId} serialNumber={serialNumber} />}
        reference={<ReferenceField kind={repairKind} field={form.field('storeRefNo')} />}
      >
        <ConfirmationFields form={form} />
      </RepairFields>
    </BookingPage>
  );
};

export const BookRepairPage = withDraft(bookingDrafts, BookRepair);
