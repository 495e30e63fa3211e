import Icon from '@cloudscape-design/components/icon';
import { memo, useId } from 'react';
import { lineLabel, ownDescription } from '#web/features/returns/return-labels.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { LineGroup } from './group-lines.ts';

type Props = { readonly group: LineGroup; readonly isOpen: boolean; readonly onToggle: (key: string) => void };

const Row = ({ group: { key, lines }, isOpen, onToggle }: Props) => {
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
};

/** Lines that are alike, which unfold to their serial numbers. It is only made anew when it changes itself: there may be a thousand. */
export const LineGroupRow = memo(Row);
