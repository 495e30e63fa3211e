import type { ReturnRecord } from '#shared/returns/return.ts';
import { groupLines } from '#web/features/returns/details/group-lines.ts';
import { lineLabel, ownDescription } from '#web/features/returns/return-labels.ts';
import type { Texts } from '#web/language/i18n.ts';

type Props = { readonly record: ReturnRecord; readonly texts: Texts };

const columns = ['number', 'packed', 'product', 'ean', 'serial', 'purchased', 'returned'] as const;

/** The lines to tick, those of one product together. Each sheet of paper repeats the head, which says what return it belongs to. */
export const PackingLines = ({ record: { rma, storeRefNo, lines }, texts }: Props) => {
  const { t, language, formatDate } = texts;
  const ordered = groupLines(lines).flatMap((group) => group.lines);
  return (
    <table>
      <colgroup>
        {columns.map((name) => (
          <col key={name} className={`packing-${name}`} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th colSpan={columns.length}>
            {[t('returns.packing.title'), storeRefNo, ...(rma === null ? [] : [rma])].join(' · ')}
          </th>
        </tr>
        <tr>
          <th scope="col">{t('returns.packing.number')}</th>
          <th scope="col">{t('returns.packing.packed')}</th>
          <th scope="col">{t('returns.fields.product')}</th>
          <th scope="col">{t('returns.fields.ean')}</th>
          <th scope="col">{t('returns.fields.serialNumber')}</th>
          <th scope="col">{t('returns.fields.purchaseDate')}</th>
          <th scope="col">{t('returns.fields.returnDate')}</th>
        </tr>
      </thead>
      <tbody>
        {ordered.map((line, index) => (
          <tr key={line.serialNumber}>
            <td>{index + 1}</td>
            <td aria-label={t('returns.packing.packed')}>
              <span className="packing-tick" />
            </td>
            <th scope="row">
              {lineLabel(line, language)}
              {ownDescription(line) && <small>{ownDescription(line)}</small>}
            </th>
            <td>{line.ean}</td>
            <td>{line.serialNumber}</td>
            <td>{formatDate(line.purchaseDate)}</td>
            <td>{formatDate(line.returnDate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
