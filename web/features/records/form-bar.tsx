import './form-bar.css';
import type { ReactNode } from 'react';
import { useTexts } from '#web/language/i18n.ts';

type Props = {
  /** What has been filled in: only where there is room beside the form, and all of this stands there. */
  readonly summary?: ReactNode;
  /** What has still to be filled in, by name; undefined where it is told elsewhere, or nothing can be sent any more. */
  readonly missing: readonly string[] | undefined;
  readonly children: ReactNode;
};

export const FormBar = ({ summary, missing, children }: Props) => {
  const { t, locale } = useTexts();
  return (
    <div className="form-bar">
      {summary}
      {missing && (
        <p>
          {missing.length === 0
            ? t('common.complete')
            : t('common.missing', { fields: new Intl.ListFormat(locale, { type: 'unit' }).format(missing) })}
        </p>
      )}
      {children}
    </div>
  );
};
