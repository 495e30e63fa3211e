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
export const toProductLabel = (key: string, language: Language) => findRepairProduct(key)?.labels[language] ?? key;

/** Returns an accessory's name, or its key if the catalogue no longer has it. */
export const toAccessoryLabel = (key: string, language: Language) => findAccessory(key)?.labels[language] ?? key;

/** Returns a product's pictogram; undefined if the catalogue has none. */
export const findProductPictogram = (key: string) => findRepairProduct(key)?.pictogram;

type HandedInItems = Pick<RepairSummary, 'product' | 'isOnlyAccessories' | 'accessories'>;

export const productsText = (
  { product, isOnlyAccessories, accessories }: HandedInItems,
  { t, language }: Pick<Texts, 't' | 'language'>,
): string => {
  if (isOnlyAccessories)
    return t('repairs.accessoriesOnly', {
      accessories: accessories.map((key) => toAccessoryLabel(key, language)).join(', '),
    });
  const label = toProductLabel(product, language);
  const count = accessories.length;
  return count === 0 ? label : t('repairs.withAccessories', { product: label, count });
};

/** Number of characters of a text that fit into a cell of a list. */
const maxListLength = 36;

/**
 * Returns a short text of the handed-in items for a list. A name that ends in its abbreviation, "Series: Long name (LN)",
 * becomes "Series: LN", and the name of an accessory omits its devices. If the text is still too long, it also omits the
 * manufacturer, a subtitle and the names of further accessories, and finally the word "Accessories", which the
 * pictogram shows.
 */
export const shortProductsText = (
  { product, isOnlyAccessories, accessories }: HandedInItems,
  { t, language }: Pick<Texts, 't' | 'language'>,
): string => {
  const isTooLong = (text: string) => text.length > maxListLength;
  if (isOnlyAccessories) {
    const names = accessories.map((key) => toAccessoryLabel(key, language).replace(/ [(–].*/, ''));
    const toText = (accessoriesText: string) => t('repairs.accessoriesOnly', { accessories: accessoriesText });
    const text = toText(names.join(', '));
    if (!isTooLong(text)) return text;
    const [firstName = '', ...otherNames] = names;
    const shortName = firstName.replace('Nintendo ', '');
    const shortNames = otherNames.length === 0 ? shortName : `${shortName} + ${otherNames.length}`;
    return isTooLong(toText(shortNames)) ? shortNames : toText(shortNames);
  }
  const label = toProductLabel(product, language).replace(/: [^:]*\((\w+)\)$/, ': $1');
  const count = accessories.length;
  const text = count === 0 ? label : t('repairs.shortWithAccessories', { product: label, count });
  if (!isTooLong(text)) return text;
  const shortLabel = label.replace(/^Nintendo /, '').replace(/: [^:–]* –/, ' –');
  return count === 0 ? shortLabel : `${shortLabel} + ${count}`;
};

/** Returns the pictogram of the item handed in; undefined if the catalogue has none. */
export const findPictogram = ({ product, isOnlyAccessories, accessories }: HandedInItems) =>
  isOnlyAccessories ? findAccessory(accessories[0] ?? '')?.pictogram : findProductPictogram(product);

export const repairKind: RecordKindView<RepairSummary, Repair> = {
  name: 'repairs',
  routes: { list: repairs.listRepairs, find: repairs.findRepair, withdraw: repairs.withdrawRepair },
  paths: { list: paths.submittedRepairs, book: paths.bookRepair, track: paths.trackRepair },
  states: {
    submitted: 'pending',
    registered: 'waiting',
    confirmed: 'waiting',
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
  steps: [['submitted', 'registered', 'confirmed'], ['received'], ['assessed', 'quoted'], ['repaired'], ['dispatched']],
  stateText: (state, { t }) => t(`repairs.states.${state}`),
  shortStateText: (state, { t }) => {
    switch (state) {
      case 'quoted':
        return t('repairs.shortStates.quoted');
      case 'returnedUnrepaired':
        return t('repairs.shortStates.returnedUnrepaired');
      case 'abandoned':
        return t('repairs.shortStates.abandoned');
      case 'withdrawn':
        return t('repairs.shortStates.withdrawn');
      default:
        return t(`repairs.states.${state}`);
    }
  },
  nextText: (state, { t }) => t(`repairs.next.${state}`, limits.terms),
  existsCode: 'RepairRequestExists',
  withdrawnCode: 'RepairWithdrawn',
  conflictCodes: ['RepairChanged', 'RepairNotPending'],
  notPendingCode: 'RepairNotPending',
  isPending,
  productsText,
  shortProductsText,
  findPictogram,
  shortTitle: shortProductsText,
  receiptFacts: ({ issue, serialNumber }, { t }) =>
    [t(`repairs.issues.${issue}`), serialNumber].filter((fact) => fact !== ''),
  shortFacts: () => [],
};
