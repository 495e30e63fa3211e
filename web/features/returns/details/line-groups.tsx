import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Icon from '@cloudscape-design/components/icon';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { memo, useCallback, useId, useMemo, useState } from 'react';
import type { StoredLine } from '#shared/returns/return.ts';
import { toLineLabel, toCustomDescription } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import '#web/features/returns/book/lines-table.css';
import './line-groups.css';

type LineGroup = { readonly key: string; readonly lines: readonly [StoredLine, ...StoredLine[]] };

// The key includes the EAN, so that lines stay apart if a product ever has two EANs.
const toGroupKey = ({ product, ean, purchaseDate, returnDate }: StoredLine) =>
  [product, ean, purchaseDate, returnDate].join(' ');

/** Groups lines by product, EAN, purchase date and return date, in order of first appearance. */
export const groupLines = (lines: readonly StoredLine[]): LineGroup[] =>
  [...Map.groupBy(lines, toGroupKey)].map(([key, linesOfGroup]) => ({
    key,
    lines: linesOfGroup as [StoredLine, ...StoredLine[]],
  }));

type RowProps = { readonly group: LineGroup; readonly isOpen: boolean; readonly onToggle: (key: string) => void };

/** Row of a group, which expands to its serial numbers. Memoized, because there may be a thousand. */
const GroupRow = memo(({ group: { key, lines }, isOpen, onToggle }: RowProps) => {
  const { t, language, formatDate, formatNumber } = useTexts();
  const serialsId = useId();
  const [line] = lines;
  const product = toLineLabel(line, language);
  const renderFact = (label: string, value: string) => <td data-label={label}>{value}</td>;
  return (
    <>
      <tr>
        <th scope="row">
          <button
            type="button"
            aria-expanded={isOpen}
            {...(isOpen && { 'aria-controls': serialsId })}
            onClick={() => onToggle(key)}
          >
            <Icon name={isOpen ? 'caret-down-filled' : 'caret-right-filled'} />
            {product}
          </button>
        </th>
        {renderFact(t('returns.details.quantity'), formatNumber(lines.length))}
        {renderFact(t('returns.fields.ean'), line.ean)}
        {renderFact(t('returns.fields.purchaseDate'), formatDate(line.purchaseDate))}
        {renderFact(t('returns.fields.returnDate'), formatDate(line.returnDate))}
      </tr>
      {isOpen && (
        <tr id={serialsId} className="serial-numbers">
          <td colSpan={5}>
            <ul aria-label={t('returns.details.serialNumbersOf', { product })}>
              {lines.map((groupedLine) => (
                <li key={groupedLine.serialNumber}>
                  {groupedLine.serialNumber}
                  {toCustomDescription(groupedLine) && <small>{toCustomDescription(groupedLine)}</small>}
                </li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
});

/** Lines of a return, grouped with their quantity. A plain table, because Cloudscape's takes seconds to render a thousand rows. */
export const LineGroups = ({ lines }: { readonly lines: readonly StoredLine[] }) => {
  const { t, formatNumber } = useTexts();
  const groups = useMemo(() => groupLines(lines), [lines]);
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((key: string) => {
    setOpenKeys((previous) => {
      const next = new Set(previous);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }, []);
  const areAllOpen = groups.every(({ key }) => openKeys.has(key));
  const title = t('returns.details.lines');
  return (
    <SpaceBetween size="s">
      <Header
        variant="h2"
        counter={`(${formatNumber(lines.length)})`}
        actions={
          <Button onClick={() => setOpenKeys(new Set(areAllOpen ? [] : groups.map(({ key }) => key)))}>
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
              <GroupRow key={group.key} group={group} isOpen={openKeys.has(group.key)} onToggle={toggle} />
            ))}
          </tbody>
        </table>
      </div>
    </SpaceBetween>
  );
};
