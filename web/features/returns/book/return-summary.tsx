import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { memo, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { Output } from '#shared/api/route.ts';
import type { stores } from '#shared/api/routes/stores.ts';
import type { Query } from '#web/data/use-query.ts';
import { toLineLabel } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useReturnLinesContext } from './use-return-lines.ts';

type OwnStoreQuery = Query<Output<typeof stores.ownStore>>;

const OwnStore = ({ query }: { readonly query: OwnStoreQuery }) => {
  const { t } = useTexts();
  if (query.status === 'loaded') return [query.data.storeId, query.data.storeName].join(', ');
  if (query.status !== 'failed') return t('returns.book.ownStoreLoading');
  // This is only a warning, because the server knows the store and the return can still be booked.
  return (
    <>
      <StatusIndicator type="warning" wrapText>
        {t('returns.book.ownStoreFailed')}
      </StatusIndicator>{' '}
      <Button variant="inline-link" formAction="none" onClick={query.reload}>
        {t('stores.retry')}
      </Button>
    </>
  );
};

/** Products listed by name. The others are only counted. */
const maxProducts = 8;

/** Number of lines of each product, and the purchase dates. Memoized, so that typing in other fields does not count a thousand lines. */
const ProductCounts = memo(() => {
  const { t, language, formatNumber } = useTexts();
  const { lines } = useReturnLinesContext();
  const countByProduct = useMemo(
    () =>
      [...Map.groupBy(lines, (line) => toLineLabel(line, language))]
        .map(([product, { length }]) => ({ product, count: length }))
        .toSorted((left, right) => right.count - left.count),
    [lines, language],
  );
  const hiddenCount = countByProduct.length - maxProducts;
  return (
    <>
      <p className="return-total">
        <strong>{t('returns.latest.numberOfProducts', { count: lines.length })}</strong>
        {countByProduct.length > 0 && `, ${t('returns.book.kinds', { count: countByProduct.length })}`}
      </p>
      {countByProduct.length > 0 && (
        <ul className="return-products">
          {countByProduct.slice(0, maxProducts).map(({ product, count }) => (
            <li key={product}>
              <span>{product}</span> <strong>{formatNumber(count)}</strong>
            </li>
          ))}
          {hiddenCount > 0 && <li>{t('correction.more', { count: hiddenCount })}</li>}
        </ul>
      )}
    </>
  );
});

const PurchaseDates = () => {
  const { t, formatDate } = useTexts();
  const { lines, dates } = useReturnLinesContext();
  const otherDateCount = useMemo(
    () =>
      new Set(lines.flatMap(({ purchaseDate: date }) => (date === '' || date === dates.purchaseDate ? [] : [date])))
        .size,
    [lines, dates],
  );
  const texts = [
    ...(dates.purchaseDate === '' ? [] : [formatDate(dates.purchaseDate)]),
    ...(otherDateCount === 0 ? [] : [t('returns.book.otherDates', { count: otherDateCount })]),
  ];
  return (
    texts.length > 0 && (
      <div>
        <dt>{t('returns.fields.purchaseDate')}</dt>
        <dd>{texts.join(', ')}</dd>
      </div>
    )
  );
};

type Props = {
  /** Query of the staff member's own store; undefined for an admin, who chooses the store. */
  readonly ownStore: OwnStoreQuery | undefined;
  readonly children: ReactNode;
};

export const ReturnSummary = ({ ownStore, children }: Props) => {
  const { t } = useTexts();
  return (
    <section className="booking-summary return-summary" aria-label={t('repairs.book.summary')}>
      <h2>{t('repairs.book.summary')}</h2>
      <ProductCounts />
      <dl>
        {ownStore && (
          <div>
            <dt>{t('returns.fields.storeId')}</dt>
            <dd>
              <OwnStore query={ownStore} />
            </dd>
          </div>
        )}
        <PurchaseDates />
      </dl>
      {children}
    </section>
  );
};
