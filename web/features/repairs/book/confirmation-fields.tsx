import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { paths } from '#shared/paths.ts';
import { usePlace } from '#web/browser/place.ts';
import { config } from '#web/data/config.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { BookingForm } from './use-booking.ts';

/** The terms, in a tab of their own. Beside the heading, so that the way through the fields has no other stops. */
export const TermsLink = () => {
  const { t } = useTexts();
  const place = usePlace();
  const terms = config().regions[place.region].legal?.termsOfService ?? paths.legalInRegion(place, 'terms-of-service');
  return (
    <Link href={terms} external target="_blank">
      {t('repairs.book.terms')}
    </Link>
  );
};

/** What has to be confirmed with each booking. */
export const ConfirmationFields = ({ form }: { readonly form: BookingForm }) => {
  const { t } = useTexts();
  return (
    <Container fitHeight header={<Header variant="h2">{t('repairs.book.sections.confirmations')}</Header>}>
      <SpaceBetween size="s">
        <div data-field="customerPresence">
          <FormField errorText={form.errorOf('customerPresence')}>
            <Checkbox
              checked={form.values.customerPresence}
              onChange={({ detail }) => form.set('customerPresence', detail.checked)}
              ariaRequired
            >
              {t('repairs.book.customerPresence')}
            </Checkbox>
          </FormField>
        </div>
        <div data-field="termsAcceptance">
          <FormField errorText={form.errorOf('termsAcceptance')}>
            <Checkbox
              checked={form.values.termsAcceptance}
              onChange={({ detail }) => form.set('termsAcceptance', detail.checked)}
              ariaRequired
            >
              {t('repairs.book.termsAcceptance')}
            </Checkbox>
          </FormField>
        </div>
      </SpaceBetween>
    </Container>
  );
};
