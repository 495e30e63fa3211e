import { paths } from '#shared/api/paths.ts';
import { returns } from '#shared/api/routes/returns.ts';
import type { PictogramName } from '#shared/catalogue/pictograms.ts';
import type { ReturnItem } from '#shared/catalogue/returns.ts';
import { findReturnItem, toReturnItemLabel } from '#shared/catalogue/returns.ts';
import type { Language } from '#shared/config/regions.ts';
import { languages } from '#shared/config/regions.ts';
import type { ReturnRecord, ReturnSummary, StoredLine } from '#shared/returns/return.ts';
import { isPendingReturn } from '#shared/returns/return.ts';
import type { RecordKindView } from '#web/features/records/record-kind-view.ts';

/** Returns a product's name, or `fallback` (its key by default) if the catalogue no longer has it. */
export const toProductLabel = (key: string, language: Language, fallback = key): string => {
  const item = findReturnItem(key);
  return item ? toReturnItemLabel(item, language) : fallback;
};

const pictogramByCategory = {
  game: 'game',
  console: 'console',
  bundle: 'console',
  accessory: 'accessory',
} as const satisfies Record<ReturnItem['category'], PictogramName>;

export const returnKind: RecordKindView<ReturnSummary, ReturnRecord> = {
  name: 'returns',
  routes: { list: returns.listReturns, find: returns.findReturn, withdraw: returns.withdrawReturn },
  paths: { list: paths.submittedReturns, book: paths.bookReturn, track: undefined },
  states: { submitted: 'pending', registered: 'waiting', withdrawn: 'ended' },
  steps: [['submitted'], ['registered']],
  stateText: (state, { t }) => t(`returns.states.${state}`),
  shortStateText: (state, { t }) => t(`returns.states.${state}`),
  nextText: (state, { t }) => t(`returns.next.${state}`),
  existsCode: 'ReturnRequestExists',
  withdrawnCode: 'ReturnWithdrawn',
  conflictCodes: ['ReturnChanged', 'ReturnNotPending'],
  notPendingCode: 'ReturnNotPending',
  isPending: isPendingReturn,
  /** Names the products with the most lines and counts the others. */
  productsText: ({ products, kindsOfProducts }, { t, language }) => {
    const productNames = products.map((key) => toProductLabel(key, language)).join(', ');
    const count = kindsOfProducts - products.length;
    return count > 0 ? t('returns.list.moreProducts', { products: productNames, count }) : productNames;
  },
  shortProductsText: ({ products: [first = ''], kindsOfProducts }, { language }) =>
    kindsOfProducts > 1
      ? `${toProductLabel(first, language)} + ${kindsOfProducts - 1}`
      : toProductLabel(first, language),
  /** Pictogram of the product with the most lines. */
  findPictogram: ({ products: [first = ''] }) => {
    const item = findReturnItem(first);
    return item && pictogramByCategory[item.category];
  },
  shortTitle: ({ numberOfProducts }, { t }) => t('returns.details.heading', { count: numberOfProducts }),
  receiptFacts: ({ numberOfProducts }, { t }) => [t('returns.latest.numberOfProducts', { count: numberOfProducts })],
  shortFacts: ({ numberOfProducts }, { t }) => [t('returns.latest.numberOfProducts', { count: numberOfProducts })],
};

type DescribedProduct = Pick<StoredLine, 'product' | 'productDescription'>;

/** Returns the name of a line's product, or the store's description if the catalogue no longer has it. */
export const toLineLabel = ({ product, productDescription }: DescribedProduct, language: Language): string =>
  toProductLabel(product, language, productDescription);

/** Returns a line's description if it differs from the product's name in every language; otherwise ''. */
export const toCustomDescription = (line: DescribedProduct): string =>
  languages.some((language) => toLineLabel(line, language) === line.productDescription) ? '' : line.productDescription;
