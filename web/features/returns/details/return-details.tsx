import ExpandableSection from '@cloudscape-design/components/expandable-section';
import { useState } from 'react';
import { limits } from '#shared/config/limits.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { addDays } from '#shared/dates/dates.ts';
import { isWithdrawn } from '#shared/records/timeline.ts';
import type { ReturnRecord, StoredLine } from '#shared/returns/return.ts';
import { useToday } from '#web/browser/use-today.ts';
import type { ExportColumn } from '#web/components/export/export-column.ts';
import { ExportMenu, ExportStatus } from '#web/components/export/export-menu.tsx';
import { useExport } from '#web/components/export/use-export.ts';
import type { DetailsProps } from '#web/features/records/record-details.tsx';
import { RecordDetails } from '#web/features/records/record-details.tsx';
import { RecordFacts } from '#web/features/records/record-facts.tsx';
import { FollowUp } from '#web/features/records/record-head.tsx';
import { rmaText } from '#web/features/records/record-kind-view.ts';
import { toTimelineItems, Timeline } from '#web/features/records/timeline.tsx';
import { useRecordDetails } from '#web/features/records/use-record-details.ts';
import { CorrectReturn } from '#web/features/returns/book/correct-return.tsx';
import { PackingList } from '#web/features/returns/packing-list/packing-list.tsx';
import { toLineLabel, returnKind } from '#web/features/returns/return-kind.ts';
import type { Texts } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { toChangeTexts, findCorrection } from './change-texts.ts';
import { LineGroups } from './line-groups.tsx';

/** Columns of the exported lines. Each line repeats the return's data, so that exports can be combined. */
const createLineExportColumns = (
  record: ReturnRecord,
  texts: Texts,
): readonly ExportColumn<StoredLine & { readonly id: string }>[] => {
  const { t, language } = texts;
  const toHeader = (field: keyof StoredLine | 'rma' | 'storeRefNo') => t(`returns.fields.${field}`);
  return [
    { header: toHeader('rma'), kind: 'text', value: () => rmaText(returnKind, record, texts) ?? null },
    { header: t('returns.list.storeId'), kind: 'text', value: () => record.storeId },
    { header: toHeader('storeRefNo'), kind: 'text', value: () => record.storeRefNo },
    { header: toHeader('product'), kind: 'text', value: (line) => toLineLabel(line, language) },
    { header: toHeader('ean'), kind: 'text', value: ({ ean }) => ean },
    { header: toHeader('productDescription'), kind: 'text', value: ({ productDescription }) => productDescription },
    { header: toHeader('purchaseDate'), kind: 'date', value: ({ purchaseDate }) => purchaseDate },
    { header: toHeader('returnDate'), kind: 'date', value: ({ returnDate }) => returnDate },
    { header: toHeader('serialNumber'), kind: 'text', value: ({ serialNumber }) => serialNumber },
  ];
};

/** Returns a reference as part of a file name: ` A/17.b. ` becomes `A-17.b`. */
export const toFileNamePart = (reference: string) =>
  reference
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+/, '')
    .replace(/(?<![-.])[-.]+$/, '');

/** Changes of a correction. They are collapsed at first and computed when expanded, because there may be a thousand. */
const Changes = ({ record, index }: { readonly record: ReturnRecord; readonly index: number }) => {
  const texts = useTexts();
  const { t } = texts;
  const [isOpen, setOpen] = useState(false);
  const correction = isOpen ? findCorrection(record, index) : undefined;
  const title = t('returns.timeline.changes');
  return (
    <ExpandableSection
      variant="inline"
      headerText={title}
      expanded={isOpen}
      onChange={({ detail }) => setOpen(detail.expanded)}
    >
      {correction && (
        <ul className="changes" aria-label={title}>
          {toChangeTexts(correction, texts).map((changeText) => (
            <li key={changeText}>{changeText}</li>
          ))}
        </ul>
      )}
    </ExpandableSection>
  );
};

/** Returns whether the store still has to send a return. Older returns count as sent, because their arrival is not reported. */
const shouldSend = ({ sendFrom }: ReturnRecord, today: CalendarDate) =>
  sendFrom !== undefined && sendFrom >= addDays(today, -limits.home.sendReturnDays);

/** Sentences about what happens next to a return that has its RMA number. */
const RegisteredNext = ({ record }: { readonly record: ReturnRecord }) => {
  const { t, formatDay } = useTexts();
  const today = useToday();
  const { sendFrom = '' } = record;
  return (
    <>
      <p className="record-next">
        {shouldSend(record, today) ? (
          <>
            <strong>{t('returns.next.send', { date: formatDay(sendFrom) })}</strong> {t('repairs.slip.rmaOnParcel')}
          </>
        ) : (
          t('returns.next.registered')
        )}
      </p>
      <FollowUp text={t('returns.next.sent')} />
    </>
  );
};

export const ReturnDetails = ({ identity, onBack }: DetailsProps) => {
  const texts = useTexts();
  const { t } = texts;
  const today = useToday();
  const isAdmin = useSession()?.isAdminUser ?? false;
  const details = useRecordDetails(returnKind, identity);
  const loadedRecord = details.query.status === 'loaded' ? details.query.data : undefined;
  const fileExport = useExport({
    name: [t('returns.details.fileName'), toFileNamePart(identity.storeRefNo)].join('-'),
    title: t('returns.details.sheetTitle'),
    columns: loadedRecord ? createLineExportColumns(loadedRecord, texts) : [],
    requestPage: async () => ({
      items: loadedRecord ? loadedRecord.lines.map((line, index) => ({ ...line, id: String(index) })) : [],
    }),
  });
  return (
    <RecordDetails
      kind={returnKind}
      identity={identity}
      onBack={onBack}
      details={details}
      toHeading={({ numberOfProducts }) => t('returns.details.heading', { count: numberOfProducts })}
      toDescription={(record) => returnKind.productsText(record, texts)}
      renderActions={(record) => {
        const exportMenu = <ExportMenu fileExport={fileExport} />;
        // A withdrawn return is not shipped, so it has no packing list.
        return isWithdrawn(record)
          ? { first: exportMenu }
          : {
              first: <PackingList record={record} variant={shouldSend(record, today) ? 'primary' : 'normal'} />,
              second: exportMenu,
            };
      }}
      renderNext={(record) => record.state === 'registered' && <RegisteredNext record={record} />}
      status={<ExportStatus fileExport={fileExport} />}
      renderCorrection={(record) => <CorrectReturn record={record} {...details.correction} />}
    >
      {(record) => (
        <>
          <div className="record-columns">
            <RecordFacts
              kind={returnKind}
              record={record}
              kindFacts={[
                { label: t('returns.list.storeId'), value: record.storeId },
                ...(isAdmin ? [{ label: t('returns.fields.storeName'), value: record.storeName }] : []),
                { label: t('returns.fields.numberOfProducts'), value: texts.formatNumber(record.numberOfProducts) },
              ]}
            />
            <Timeline
              name="returns"
              items={toTimelineItems('returns', record.timeline, t)}
              renderMore={(index) =>
                record.timeline[index]?.type === 'corrected' && <Changes record={record} index={index} />
              }
            />
          </div>
          <LineGroups lines={record.lines} />
        </>
      )}
    </RecordDetails>
  );
};
