import { accessory, repairProduct } from '#shared/catalogue/repairs.ts';
import type { Language } from '#shared/regions.ts';
import { isPending } from '#shared/repairs/lifecycle.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import type { Texts } from '#web/language/i18n.ts';

export type { Texts };

/** A product's name; its key when the catalogue no longer has it. */
export const productLabel = (key: string, language: Language) => repairProduct(key)?.labels[language] ?? key;

/** An accessory's name; its key when the catalogue no longer has it. */
export const accessoryLabel = (key: string, language: Language) => accessory(key)?.labels[language] ?? key;

/** A repair's RMA number, or that it is still to come; a dash where it never will. */
export const rmaLabel = (repair: Pick<RepairSummary, 'rma' | 'state'>, { t }: Pick<Texts, 't'>): string =>
  repair.rma ?? (isPending(repair) ? t('repairs.pending') : '–');

/** That a repair's RMA number has arrived; nothing of one that gets none. */
export const repairNews = (
  { rma, storeRefNo }: Pick<RepairSummary, 'rma' | 'storeRefNo'>,
  { t }: Pick<Texts, 't'>,
): string | undefined => (rma === null ? undefined : t('repairs.list.arrived', { rma, reference: storeRefNo }));

/** What of a repair says what was handed in. */
export type HandedIn = Pick<RepairSummary, 'product' | 'isOnlyAccessories' | 'accessories'>;

/** What was handed in, in one line. */
export const productsLabel = (repair: HandedIn, { t, language }: Pick<Texts, 't' | 'language'>): string => {
  if (repair.isOnlyAccessories) {
    const accessories = repair.accessories.map((key) => accessoryLabel(key, language)).join(', ');
    return t('repairs.accessoriesOnly', { accessories });
  }
  const product = productLabel(repair.product, language);
  const count = repair.accessories.length;
  return count === 0 ? product : t('repairs.withAccessories', { product, count });
};
