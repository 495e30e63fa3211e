import { useTexts } from '#web/i18n/i18n.ts';

type Props = {
  readonly missing?: readonly string[];
  readonly unknown?: readonly string[];
  readonly repeated?: readonly string[];
  readonly expected: readonly string[];
  readonly otherSheets?: readonly string[] | undefined;
};

export const WrongHeaders = ({ missing = [], unknown = [], repeated = [], expected, otherSheets = [] }: Props) => {
  const { t } = useTexts();
  return (
    <>
      {missing.length > 0 && <p>{t('file.columnsMissing', { columns: missing.join(' | ') })}</p>}
      {unknown.length > 0 && <p>{t('file.columnsUnknown', { columns: unknown.join(' | ') })}</p>}
      {repeated.length > 0 && <p>{t('file.columnsRepeated', { columns: repeated.join(' | ') })}</p>}
      <p>{t('file.columnsExpected', { columns: expected.join(' | ') })}</p>
      {otherSheets.length > 0 && <p>{t('file.otherSheets', { sheets: otherSheets.join(', ') })}</p>}
    </>
  );
};
