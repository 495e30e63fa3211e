import { useTexts } from '#web/language/i18n.ts';
import type { ReadReturnReport } from './read-report.tsx';

/** How many rows there are, and where each of them went: the three add up. */
export const ReportNumbers = ({
  report: { rows, accepted, dropped, refused },
}: {
  readonly report: ReadReturnReport;
}) => {
  const { t, locale } = useTexts();
  const numbers = [
    [t('returns.file.numbers.rows'), rows],
    [t('returns.file.numbers.accepted'), accepted.length],
    [t('returns.file.numbers.dropped'), dropped.length],
    [t('returns.file.numbers.refused'), refused.length],
  ] as const;
  return (
    <dl className="file-numbers">
      {numbers.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{new Intl.NumberFormat(locale).format(count)}</dd>
        </div>
      ))}
    </dl>
  );
};
