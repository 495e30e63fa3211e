import { paths } from '#shared/api/paths.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { findAccessory, findRepairProduct } from '#shared/catalogue/repairs.ts';
import { limits } from '#shared/config/limits.ts';
import type { Language } from '#shared/config/regions.ts';
import { isPending } from '#shared/repairs/lifecycle.ts';
import type { Repair, RepairSummary } from '#shared/repairs/repair.ts';
import type { RecordKindView } from '#web/features/records/record-kind-view.ts';
import type { Texts } from '#web/i18n/i18n.ts';

/** Returns a product's name, or its key if the catalogue no longer has it. */
export const productLabel = (key: string, language: Language) => findRepairProduct(key)?.labels[language] ?? key;

/** Returns an accessory's name, or its key if the catalogue no longer has it. */
export const accessoryLabel = (key: string, language: Language) => findAccessory(key)?.labels[language] ?? key;

/** Returns a product's pictogram; undefined if the catalogue has none. */
export const productPictogram = (key: string) => findRepairProduct(key)?.pictogram;

type HandedIn = Pick<RepairSummary, 'product' | 'isOnlyAccessories' | 'accessories'>;

export const productsText = (
  { product, isOnlyAccessories, accessories }: HandedIn,
  { t, language }: Pick<Texts, 't' | 'language'>,
): string => {
  if (isOnlyAccessories)
    return t('repairs.accessoriesOnly', {
      accessories: accessories.map((key) => accessoryLabel(key, language)).join(', '),
    });
  const label = productLabel(product, language);
  const count = accessories.length;
  return count === 0 ? label : t('repairs.withAccessories', { product: label, count });
};

/** Returns the pictogram of the item handed in; undefined if the catalogue has none. */
export const findPictogram = ({ product, isOnlyAccessories, accessories }: HandedIn) =>
  isOnlyAccessories ? findAccessory(accessories[0] ?? '')?.pictogram : productPictogram(product);

export const repairKind: RecordKindView<RepairSummary, Repair> = {
  name: 'repairs',
  routes: { list: repairs.listRepairs, find: repairs.findRepair, withdraw: repairs.withdrawRepair },
  paths: { list: paths.submittedRepairs, book: paths.bookRepair, track: paths.trackRepair },
  states: {
    submitted: 'pending',
    registered: 'underway',
    confirmed: 'underway',
    received: 'underway',
    assessed: 'underway',
    quoted: 'waiting',
    repaired: 'underway',
    dispatched: 'done',
    returnedUnrepaired: 'ended',
    abandoned: 'ended',
    cancelled: 'ended',
    withdrawn: 'ended',
  },
  steps: ['submitted', 'received', 'assessed', 'repaired', 'dispatched'],
  stateText: (state, { t }) => t(`repairs.states.${state}`),
  nextText: (state, { t }) => t(`repairs.next.${state}`, limits.terms),
  existsCode: 'RepairRequestExists',
  withdrawnCode: 'RepairWithdrawn',
  conflictCodes: ['RepairChanged', 'RepairNotPending'],
  notPendingCode: 'RepairNotPending',
  isPending,
  productsText,
  findPictogram,
  shortFacts: () => [],
};
