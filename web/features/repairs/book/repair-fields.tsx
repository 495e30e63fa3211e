import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import './repair-fields.css';
import type { ReactNode } from 'react';
import type { CalendarDate } from '#shared/dates.ts';
import type { ContentForm } from './content-form.tsx';
import { AccessoriesField, AccessoriesOnlyField, ProductField } from './device-fields.tsx';
import { DescriptionField, IssueField } from './fault-fields.tsx';
import { PurchaseDateField } from './purchase-fields.tsx';
import { SerialNumberField } from './serial-number-field.tsx';

type Props = {
  readonly form: ContentForm;
  readonly today: CalendarDate;
  /** Where the store has to be said. */
  readonly store?: ReactNode;
  readonly onSerialNumberLeft?: (serialNumber: string) => void;
  /** What there is to say about the serial number. */
  readonly serialNumberNote?: ReactNode;
  /** The store's own number for this repair. */
  readonly reference: ReactNode;
  /** What follows. */
  readonly children?: ReactNode;
};

/** What a repair says, in the order of the counter: one column, short fields in pairs where there is room. */
export const RepairFields = ({
  form,
  today,
  store,
  onSerialNumberLeft,
  serialNumberNote,
  reference,
  children,
}: Props) => (
  <div className="repair-fields">
    <Container>
      <SpaceBetween size="m">
        {store}
        <div className="repair-pair">
          <SerialNumberField form={form} onLeft={onSerialNumberLeft} />
          <ProductField form={form} />
        </div>
        {serialNumberNote}
        <AccessoriesOnlyField form={form} />
        <div className="repair-pair">
          <IssueField form={form} />
          <AccessoriesField form={form} />
        </div>
        <DescriptionField form={form} />
        <div className="repair-pair">
          <PurchaseDateField form={form} today={today} />
          {reference}
        </div>
        {children}
      </SpaceBetween>
    </Container>
  </div>
);
