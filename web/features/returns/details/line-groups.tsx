import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Icon from '@cloudscape-design/components/icon';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { memo, useCallback, useId, useMemo, useState } from 'react';
import type { StoredLine } from '#shared/returns/return.ts';
import { lineLabel, ownDescription } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import '#web/features/returns/book/lines-table.css';
import './line-groups.css';

type LineGroup = { readonly key: string; readonly lines: readonly [StoredLine, ...StoredLine[]] };

// A product has one EAN; should two ever meet, neither is hidden behind the other.
const keyOf = ({ product, ean, purchaseDate, returnDate }: StoredLine) =>
  [product, ean, purchaseDate, returnDate].join(' ');

/** The lines of the same product, purchase date and return date together, in the order in which each group first appears. */
export const groupLines = (lines: readonly StoredLine[]): LineGroup[] =>
  [...Map.groupBy(lines, keyOf)].map(([key, grouped]) => ({ key, lines: grouped as [StoredLine, ...StoredLine[]] }));

type RowProps = { readonly group: LineGroup; readonly isOpen: boolean; readonly onToggle: (key: string) => void };

/** Lines that are alike, which unfold to their serial numbers. It is only made anew when it changes itself: there may be a thousand. */
const GroupRow = memo(({ group: { key, lines }, isOpen, onToggle }: RowProps) => {
  const { t, language, formatDate, formatNumber } = useTexts();
  const serials = useId();
  const [line] = lines;
  const product = lineLabel(line, language);
  const fact = (label: string, value: string) => <td data-label={label}>{value}</td>;
  return (
    <>
      <tr>
        <th scope="row">
          <button
            type="button"
            aria-expanded={isOpen}
            {...(isOpen && { 'aria-controls': serials })}
            onClick={() => onToggle(key)}
          >
            <Icon name={isOpen ? 'caret-down-filled' : 'caret-right-filled'} />
            {product}
          </button>
        </th>
        {fact(t('returns.details.quantity'), formatNumber(lines.length))}
        {fact(t('returns.fields.ean'), line.ean)}
        {fact(t('returns.fields.purchaseDate'), formatDate(line.purchaseDate))}
        {fact(t('returns.fields.returnDate'), formatDate(line.returnDate))}
      </tr>
      {isOpen && (
        <tr id={serials} className="serial-numbers">
          <td colSpan={5}>
            <ul aria-label={t('returns.details.serialNumbersOf', { product })}>
              {lines.map((one) => (
                <li key={one.serialNumber}>
                  {one.serialNumber}
                  {ownDescription(one) && <small>{ownDescription(one)}</small>}
                </li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
});

/** What is sent back: alike lines together, each group with its quantity. A plain table, as a thousand rows of Cloudscape's would take seconds. */
export const LineGroups = ({ lines }: { readonly lines: readonly StoredLine[] }) => {
  const { t, formatNumber } = useTexts();
  const groups = useMemo(() => groupLines(lines), [lines]);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((key: string) => {
    setOpen((last) => {
      const next = new Set(last);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }, []);
  const areAllOpen = groups.every(({ key }) => open.has(key));
  const title = t('returns.details.lines');
  return (
    <SpaceBetween size="s">
      <Header
        variant="h2"
        counter={`(${formatNumber(lines.length)})`}
        actions={
          <Button onClick={() => setOpen(new Set(areAllOpen ? [] : groups.map(({ key }) => key)))}>
            {t(areAllOpen ? 'returns.details.hideSerialNumbers' : 'returns.details.showSerialNumbers')}
          </Button>
        }
      >
        {title}
      </Header>
      <div className="line-groups">
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('returns.fields.product')}</th>
              <th scope="col">{t('returns.details.quantity')}</th>
              <th scope="col">{t('returns.fields.ean')}</th>
              <th scope="col">{t('returns.fields.purchaseDate')}</th>
              <th scope="col">{t('returns.fields.returnDate')}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <GroupRow key={group.key} group={group} isOpen={open.has(group.key)} onToggle={toggle} />
            ))}
          </tbody>
        </table>
      </div>
    </SpaceBetween>
  );
};
