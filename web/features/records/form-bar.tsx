import './form-bar.css';
import type { ReactNode } from 'react';
import { useTexts } from '#web/i18n/i18n.ts';
import type { ErrorSummary } from '#web/ui/form/use-fields.ts';

type Props = {
  readonly form: { readonly isBusy: boolean; readonly errorSummary: ErrorSummary | undefined };
  /** Summary of the values. On wide screens the bar is below it, next to the form. */
  readonly summary?: ReactNode;
  /** Labels of the fields that are still empty; undefined if the form can no longer be submitted. */
  readonly missing: readonly string[] | undefined;
  /** Why the form is not complete although no field is empty; '' if its fields say so themselves. */
  readonly unfinished?: string | undefined;
  readonly buttons: ReactNode;
  readonly children: ReactNode;
};

export const FormWithBar = (props: Props) => {
  const { form, summary, missing, unfinished, buttons, children } = props;
  const { isBusy, errorSummary } = form;
  const { t, locale } = useTexts();
  const state = () => {
    // The form errors above list the fields.
    if (!missing || errorSummary?.fields.length) return '';
    if (missing.length > 0)
      return t('common.missing', { fields: new Intl.ListFormat(locale, { type: 'unit' }).format(missing) });
    return unfinished ?? t('common.complete');
  };
  return (
    <>
      {/* Not a form element: scanners send Enter, and only the button may submit. Not Cloudscape's Form: its context renders every button and link inside it on each render. */}
      {/* Inert while the values are being sent. */}
      <div className="form-fields" inert={isBusy}>
        {children}
      </div>
      <div className={summary === undefined ? 'form-end' : 'form-end has-summary'}>
        {summary}
        <div className="form-bar">
          {state() && <p>{state()}</p>}
          {buttons}
        </div>
      </div>
    </>
  );
};
