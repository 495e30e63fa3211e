import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { LeftRows } from '#shared/returns/file/report.ts';
import { stores } from '#shared/routes/stores.ts';
import { usePlace } from '#web/browser/place.ts';
import { useQuery } from '#web/data/use-query.ts';
import { BookingPage, ReferenceField } from '#web/features/records/booking-page.tsx';
import { BookWithoutDialog, LeftRowsReport } from '#web/features/returns/file/left-rows.tsx';
import { ReturnFileSection } from '#web/features/returns/file/return-file-section.tsx';
import { PackingList } from '#web/features/returns/packing-list/packing-list.tsx';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import { withDraft } from '#web/ui/drafts/with-draft.tsx';
import { StoreField } from '#web/ui/form/store-field.tsx';
import { returnDrafts } from './booking-values.ts';
import { LinesSection } from './lines-section.tsx';
import { ReturnLinesContext, useReturnLines } from './use-return-lines.ts';
import { useReturn } from './use-return.ts';
import type { ReturnForm } from './use-return.ts';

type Props = {
  readonly form: ReturnForm;
  /** The store that staff book for, as the server tells it; idle for an admin, who chooses. */
  readonly own: ReturnType<typeof useQuery<typeof stores.ownStore>>;
};

const HeaderFields = ({ form, own }: Props) => {
  const { t } = useTexts();
  const { storeId, files, lines } = form.values;
  const hasFile = files.length > 0 && lines.length > 0;
  const chooseStore = (chosen: string) => {
    form.set('storeId', chosen);
    // Nothing of them is left.
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
            constraintText={own.status === 'loaded' && t('returns.book.ownStore', { storeName: own.data.storeName })}
            // The server knows the store: a return can be booked all the same.
            warningText={own.status === 'failed' ? t('returns.book.ownStoreFailed') : undefined}
            secondaryControl={
              own.status === 'failed' && (
                <Button formAction="none" onClick={own.reload}>
                  {t('stores.retry')}
                </Button>
              )
            }
            stretch
          >
            <Input
              value={own.status === 'loaded' ? own.data.storeId : ''}
              readOnly
              {...(own.status === 'loading' && { placeholder: t('returns.book.ownStoreLoading') })}
            />
          </FormField>
        ) : (
          <StoreField
            label={t('returns.fields.storeId')}
            value={storeId}
            onChange={chooseStore}
            fixedBecause={hasFile ? t('returns.book.storeFixed') : undefined}
            error={form.errorOf('storeId')}
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
  const own = useQuery(stores.ownStore, storeId === undefined ? { region } : undefined);
  const knownStoreId = storeId ?? (own.status === 'loaded' ? own.data.storeId : '');
  const inHand = useReturnLines({ form, storeId, knownStoreId });

  const [isReported, setReported] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [bookedWithout, setBookedWithout] = useState<{ readonly id: string; readonly left: LeftRows }>();
  const send = () => {
    setAsking(false);
    // Once it is booked, another return begins, and its report with it.
    if (left) setBookedWithout({ id, left });
    void form.submit();
  };
  const submit = () => {
    if (inHand.unfinished.complain('file', 'row', 'entry', 'line')) return;
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
      <ReturnLinesContext value={inHand}>
        <SpaceBetween size="l">
          <HeaderFields form={form} own={own} />
          {/* A report says what a file means for one store, and for one return. */}
          <ReturnFileSection key={[id, storeId].join(' ')} form={form} onShown={setReported} />
          {left && !isReported && (
            <Container>
              <LeftRowsReport left={left} />
            </Container>
          )}
          {/* Another return: nothing of the last one is changed or brought back in it. */}
          <LinesSection key={id} error={form.errorOf('lines')} />
        </SpaceBetween>
      </ReturnLinesContext>
      {isAsking && left && <BookWithoutDialog left={left} onBook={send} onCancel={() => setAsking(false)} />}
    </BookingPage>
  );
};

export const BookReturnPage = withDraft(returnDrafts, BookReturn);
