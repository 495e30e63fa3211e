import { parseDate } from '#shared/dates.ts';
import { pictogram, productsText } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import { Pictogram } from '#web/ui/pictogram.tsx';
import { contentLabels } from './content-form.tsx';
import type { BookingForm } from './use-booking.ts';

/** What has been filled in so far, to be looked at before it is sent. */
export const BookingSummary = ({ values }: Pick<BookingForm, 'values'>) => {
  const texts = useTexts();
  const { t, formatDate } = texts;
  const { product, accessories, issue, purchaseDate } = values;
  // Of accessories only, once it is known of which.
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
          <Pictogram name={pictogram(handedIn)} />
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
