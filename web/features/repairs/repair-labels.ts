import { accessory, repairProduct } from '#shared/catalogue/repairs.ts';
import type { Language } from '#shared/regions.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import type { useTexts } from '#web/i18n.ts';

export type Texts = ReturnType<typeof useTexts>;

/** A product's name; its key when the catalogue no longer has it. */
export const productLabel = (key: string, language: Language) => repairProduct(key)?.labels[language] ?? key;

/** An accessory's name; its key when the catalogue no longer has it. */
export const accessoryLabel = (key: string, language: Language) => accessory(key)?.labels[language] ?? key;

/** What was handed in, in one line. */
export const productsLabel = (repair: Repair, { t, language }: Pick<Texts, 't' | 'language'>): string => {
  if (repair.isOnlyAccessories) {
    const accessories = repair.accessories.map((key) => accessoryLabel(key, language)).join(', ');
    return t('repairs.accessoriesOnly', { accessories });
  }
  const product = productLabel(repair.product, language);
  const count = repair.accessories.length;
  return count === 0 ? product : t('repairs.withAccessories', { product, count });
};
