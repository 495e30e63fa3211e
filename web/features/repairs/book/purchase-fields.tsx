import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import type { CalendarDate } from '#shared/dates.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { ContentForm } from './content-form.ts';
import { PurchaseDateField } from './purchase-date-field.tsx';

type Props = {
  readonly form: ContentForm;
  readonly today: CalendarDate;
  /** The store's own number for this repair. */
  readonly reference: ReactNode;
};

/** When it was bought, and the store's own number for this repair. */
export const PurchaseFields = ({ form, today, reference }: Props) => {
  const { t } = useTexts();
  return (
    <Container header={<Header variant="h2">{t('repairs.book.sections.purchase')}</Header>}>
      <SpaceBetween size="l">
        <PurchaseDateField form={form} today={today} />
        {reference}
      </SpaceBetween>
    </Container>
  );
};
