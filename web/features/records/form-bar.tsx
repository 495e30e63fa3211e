import './form-bar.css';
import type { ReactNode } from 'react';
import { useTexts } from '#web/i18n/i18n.ts';
import type { ErrorSummary } from '#web/ui/form/use-fields.ts';

type Props = {
  readonly form: { readonly isBusy: boolean; readonly errorSummary: ErrorSummary | undefined };
  /** Summary of the values, shown only on wide screens, with the bar next to the form. */
  readonly summary?: ReactNode;
  /** Labels of the fields that are still empty; undefined if the form can no longer be submitted. */
  readonly missing: readonly string[] | undefined;
  readonly buttons: ReactNode;
  readonly children: ReactNode;
};

export const FormWithBar = ({ form: { isBusy, errorSummary }, summary, missing, buttons, children }: Props) => {
  const { t, locale } = useTexts();
  return (
    <>
      {/* Not a form element: scanners send Enter, and only the button may submit. Not Cloudscape's Form: its context renders every button and link inside it on each render. */}
      {/* Inert while the values are being sent. */}
      <div inert={isBusy}>{children}</div>
      <div className="form-bar">
        {summary}
        {/* Hidden while the form errors above list the fields. */}
        {missing && !errorSummary?.fields.length && (
          <p>
            {missing.length === 0
              ? t('common.complete')
              : t('common.missing', { fields: new Intl.ListFormat(locale, { type: 'unit' }).format(missing) })}
          </p>
        )}
        {buttons}
      </div>
    </>
  );
};
