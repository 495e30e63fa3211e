import { useTexts } from '#web/i18n/i18n.ts';

type Props = { readonly numbers: readonly (readonly [label: string, count: number])[] };

export const FileNumbers = ({ numbers }: Props) => {
  const { formatNumber } = useTexts();
  return (
    <dl className="file-numbers">
      {numbers.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
};
