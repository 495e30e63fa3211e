import type { ContentField, RepairContent } from '#shared/repairs/content.ts';
import { contentFields, pickRepairContent } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { toAccessoryLabel, toProductLabel } from '#web/features/repairs/repair-kind.ts';
import type { Texts } from '#web/i18n/i18n.ts';

type ContentFormatter = (content: RepairContent, texts: Texts) => string;

const formatterByField: Record<ContentField, ContentFormatter> = {
  product: ({ product }, { language }) => toProductLabel(product, language),
  isOnlyAccessories: ({ isOnlyAccessories }, { t }) =>
    t(isOnlyAccessories ? 'repairs.details.yes' : 'repairs.details.no'),
  accessories: ({ accessories }, { t, language }) =>
    accessories.map((key) => toAccessoryLabel(key, language)).join(', ') || t('repairs.details.noAccessories'),
  issue: ({ issue }, { t }) => t(`repairs.issues.${issue}`),
  purchaseDate: ({ purchaseDate }, { formatDate }) => formatDate(purchaseDate),
  serialNumber: ({ serialNumber }, { t }) => serialNumber || t('repairs.details.none'),
  detailedDescription: ({ detailedDescription }, { t }) => detailedDescription || t('repairs.details.none'),
};

export const contentText = (content: RepairContent, field: ContentField, texts: Texts): string =>
  formatterByField[field](content, texts);

export type Correction = {
  readonly before: RepairContent;
  readonly after: RepairContent;
  readonly fields: readonly ContentField[];
};

export const findChangedFields = (before: RepairContent, after: RepairContent): ContentField[] =>
  contentFields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

/** Returns the changes of the correction at a timeline index; undefined for any other entry. The content after the correction is the content before the next one, or else the current content. */
export const findCorrection = (repair: Repair, index: number): Correction | undefined => {
  const entry = repair.timeline[index];
  if (entry?.type !== 'corrected') return undefined;
  const nextCorrection = repair.timeline.find(
    (laterEntry, laterIndex) => laterIndex > index && laterEntry.type === 'corrected',
  );
  const after = nextCorrection?.type === 'corrected' ? nextCorrection.before : pickRepairContent(repair);
  return { before: entry.before, after, fields: findChangedFields(entry.before, after) };
};
