import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Output } from '#shared/api/route.ts';
import { stores } from '#shared/api/routes/stores.ts';
import type { OmittedRows } from '#shared/returns/file/report.ts';
import { usePlace } from '#web/browser/place.ts';
import { withDraft } from '#web/components/drafts/with-draft.tsx';
import { StoreField } from '#web/components/forms/store-field.tsx';
import type { Query } from '#web/data/use-query.ts';
import { useQuery } from '#web/data/use-query.ts';
import { BookingPage, ReferenceField } from '#web/features/records/booking-page.tsx';
import { BookWithoutDialog, LeftRowsReport } from '#web/features/returns/file/left-rows.tsx';
import { ReturnFileSection } from '#web/features/returns/file/return-file-section.tsx';
import { PackingList } from '#web/features/returns/packing-list/packing-list.tsx';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { returnDrafts } from './booking-values.ts';
import { LinesSection } from './lines-section.tsx';
import { ReturnLinesContext, useReturnLines } from './use-return-lines.ts';
import { useReturn } from './use-return.ts';
import type { ReturnForm } from './use-return.ts';

type Props = {
  readonly form: ReturnForm;
  /** Query of the staff member's own store; idle for an admin, who chooses the store. */
  readonly ownStore: Query<Output<typeof stores.ownStore>>;
};

const HeaderFields = ({ form, ownStore }: Props) => {
  const { t } = useTexts();
  const { storeId, files, lines } = form.values;
  const hasFile = files.length > 0 && lines.length > 0;
  const chooseStore = (newStoreId: string) => {
    form.set('storeId', newStoreId);
    // The store can change only when no lines of a file are left (`hasFile`).
    form.set('files', []);
    form.set('filesStoreId', undefined);
    form.set('left', undefined);
  };
  return (
    <Container header={<Header variant="h2">{t('returns.book.sections.header')}</Header>}>
      <ColumnLayout columns={2}>
        {storeId === undefined ? (
          <FormField
            label={t('returns.fields.storeId')}
            constraintText={
              ownStore.status === 'loaded' && t('returns.book.ownStore', { storeName: ownStore.data.storeName })
            }
            // A warning only: the server knows the store, so the return can still be booked.
            warningText={ownStore.status === 'failed' ? t('returns.book.ownStoreFailed') : undefined}
            secondaryControl={
              ownStore.status === 'failed' && (
                <Button formAction="none" onClick={ownStore.reload}>
                  {t('stores.retry')}
                </Button>
              )
            }
            stretch
          >
            <Input
              value={ownStore.status === 'loaded' ? ownStore.data.storeId : ''}
              readOnly
              {...(ownStore.status === 'loading' && { placeholder: t('returns.book.ownStoreLoading') })}
            />
          </FormField>
        ) : (
          <StoreField
            label={t('returns.fields.storeId')}
            value={storeId}
            onChange={chooseStore}
            readOnlyReason={hasFile ? t('returns.book.storeFixed') : undefined}
            error={form.findErrorText('storeId')}
          />
        )}
        <ReferenceField kind={returnKind} field={form.field('storeRefNo')} />
      </ColumnLayout>
    </Container>
  );
};

const BookReturn = () => {
  const { t } = useTexts();
  const { region } = usePlace();
  const booking = useReturn();
  const { form } = booking;
  const { id, storeId, lines, left } = form.values;
  const ownStore = useQuery(stores.ownStore, storeId === undefined ? { region } : undefined);
  const knownStoreId = storeId ?? (ownStore.status === 'loaded' ? ownStore.data.storeId : '');
  const returnLines = useReturnLines({ form, storeId, knownStoreId });

  const [isReported, setReported] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [bookedWithout, setBookedWithout] = useState<{ readonly id: string; readonly left: OmittedRows }>();
  const send = () => {
    setAsking(false);
    // Kept for the confirmation page: the form is reset after booking.
    if (left) setBookedWithout({ id, left });
    void form.submit();
  };
  const submit = () => {
    if (returnLines.unfinishedInput.reportFirst('file', 'row', 'entry', 'line')) return;
    if (left) setAsking(true);
    else send();
  };

  return (
    <BookingPage
      kind={returnKind}
      {...booking}
      renderPrint={(record) => (
        <SpaceBetween size="m">
          <PackingList record={record} variant="primary" />
          {bookedWithout?.id === record.id && <LeftRowsReport left={bookedWithout.left} />}
        </SpaceBetween>
      )}
      onSubmit={submit}
      missing={[
        ...(storeId === '' ? [t('returns.fields.storeId')] : []),
        ...(form.values.storeRefNo.trim() === '' ? [t('returns.fields.storeRefNo')] : []),
        ...(lines.length === 0 ? [t('returns.book.sections.lines')] : []),
      ]}
    >
      <ReturnLinesContext value={returnLines}>
        <SpaceBetween size="l">
          <HeaderFields form={form} ownStore={ownStore} />
          {/* A report is valid for one store and one return only. */}
          <ReturnFileSection key={[id, storeId].join(' ')} form={form} onVisibilityChange={setReported} />
          {left && !isReported && (
            <Container>
              <LeftRowsReport left={left} />
            </Container>
          )}
          {/* The key resets the section for each return, so that no edit or undo carries over. */}
          <LinesSection key={id} error={form.findErrorText('lines')} />
        </SpaceBetween>
      </ReturnLinesContext>
      {isAsking && left && <BookWithoutDialog left={left} onBook={send} onCancel={() => setAsking(false)} />}
    </BookingPage>
  );
};

export const BookReturnPage = withDraft(returnDrafts, BookReturn);
