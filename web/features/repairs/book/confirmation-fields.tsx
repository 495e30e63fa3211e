import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { paths } from '#shared/paths.ts';
import { usePlace } from '#web/browser/place.ts';
import { config } from '#web/data/config.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { BookingForm } from './use-booking.ts';

type Props = {
  readonly form: BookingForm;
  readonly name: 'customerPresence' | 'termsAcceptance';
  readonly children: ReactNode;
};

const Confirmation = ({ form, name, children }: Props) => (
  <div data-field={name}>
    <FormField errorText={form.errorOf(name)}>
      <Checkbox checked={form.values[name]} onChange={({ detail }) => form.set(name, detail.checked)} ariaRequired>
        {children}
      </Checkbox>
    </FormField>
  </div>
);

/** What has to be confirmed with each booking. */
export const ConfirmationFields = ({ form }: { readonly form: BookingForm }) => {
  const { t } = useTexts();
  const place = usePlace();
  const terms = config().regions[place.region].legal?.termsOfService ?? paths.legalInRegion(place, 'terms-of-service');
  const [before, after] = t('repairs.book.termsAcceptance', { terms: '|' }).split('|');
  return (
    <fieldset className="repair-confirmations" aria-label={t('repairs.book.confirmations')}>
      <SpaceBetween size="xs">
        <Confirmation form={form} name="customerPresence">
          {t('repairs.book.customerPresence')}
        </Confirmation>
        <Confirmation form={form} name="termsAcceptance">
          {before}
          {/* Whoever reads them hasn't accepted them by that. */}
          <Link href={terms} external target="_blank" onClick={(event) => event.stopPropagation()}>
            {t('repairs.book.termsLink')}
          </Link>
          {after}
        </Confirmation>
      </SpaceBetween>
    </fieldset>
  );
};
