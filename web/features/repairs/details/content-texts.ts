import type { ContentField, RepairContent } from '#shared/repairs/content.ts';
import { accessoryLabel, productLabel } from '#web/features/repairs/repair-kind.ts';
import type { Texts } from '#web/language/i18n.ts';

/** What a repair says in one of its fields, in words. */
export const contentText = (
  content: RepairContent,
  field: ContentField,
  { t, language, formatDate }: Texts,
): string => {
  const none = t('repairs.details.none');
  const inWords: Record<ContentField, () => string> = {
    product: () => productLabel(content.product, language),
    isOnlyAccessories: () => t(content.isOnlyAccessories ? 'repairs.details.yes' : 'repairs.details.no'),
    accessories: () =>
      content.accessories.map((key) => accessoryLabel(key, language)).join(', ') || t('repairs.details.noAccessories'),
    issue: () => t(`repairs.issues.${content.issue}`),
    serialNumber: () => content.serialNumber || none,
    purchaseDate: () => formatDate(content.purchaseDate),
    detailedDescription: () => content.detailedDescription || none,
  };
  return inWords[field]();
};
