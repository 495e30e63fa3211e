import type { PictogramName } from '#shared/catalogue/pictograms.ts';
import type { ReturnItem } from '#shared/catalogue/returns.ts';
import { returnItem, returnItemLabel } from '#shared/catalogue/returns.ts';
import { paths } from '#shared/paths.ts';
import type { Language } from '#shared/regions.ts';
import { languages } from '#shared/regions.ts';
import type { ReturnRecord, ReturnSummary, StoredLine } from '#shared/returns/return.ts';
import { isPendingReturn } from '#shared/returns/return.ts';
import { returns } from '#shared/routes/returns.ts';
import type { RecordKind } from '#web/features/records/record-kind.ts';

/** A product's name; what else it is called, or its key, when the catalogue no longer has it. */
export const productLabel = (key: string, language: Language, otherwise = key): string => {
  const item = returnItem(key);
  return item ? returnItemLabel(item, language) : otherwise;
};

const pictogramOf = {
  game: 'game',
  console: 'console',
  bundle: 'console',
  accessory: 'accessory',
} as const satisfies Record<ReturnItem['category'], PictogramName>;

export const returnKind: RecordKind<ReturnSummary, ReturnRecord> = {
  name: 'returns',
  routes: { list: returns.listReturns, find: returns.findReturn, withdraw: returns.withdrawReturn },
  paths: { list: paths.submittedReturns, book: paths.bookReturn },
  states: { submitted: 'pending', registered: 'underway', withdrawn: 'ended' },
  steps: ['submitted', 'registered'],
  stateText: (state, { t }) => t(`returns.states.${state}`),
  nextText: (state, { t }) => t(`returns.next.${state}`),
  exists: 'ReturnRequestExists',
  withdrawn: 'ReturnWithdrawn',
  conflicts: ['ReturnChanged', 'ReturnNotPending'],
  notPending: 'ReturnNotPending',
  isPending: isPendingReturn,
  /** The products with the most lines by name, the others counted. */
  productsText: ({ products, kindsOfProducts }, { t, language }) => {
    const named = products.map((key) => productLabel(key, language)).join(', ');
    const count = kindsOfProducts - products.length;
    return count > 0 ? t('returns.list.moreProducts', { products: named, count }) : named;
  },
  /** That of the product with the most lines. */
  pictogram: ({ products: [first = ''] }) => {
    const item = returnItem(first);
    return item && pictogramOf[item.category];
  },
  latestFacts: ({ numberOfProducts }, { t }) => [t('returns.latest.numberOfProducts', { count: numberOfProducts })],
};

type Described = Pick<StoredLine, 'product' | 'productDescription'>;

/** A line's product by name; as the store described it when the catalogue no longer has it. */
export const lineLabel = ({ product, productDescription }: Described, language: Language): string =>
  productLabel(product, language, productDescription);

/** What a line's description says beyond the product's name in any language; blank if nothing. */
export const ownDescription = (line: Described): string =>
  languages.some((language) => lineLabel(line, language) === line.productDescription) ? '' : line.productDescription;
