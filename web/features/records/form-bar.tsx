import './form-bar.css';
import type { ReactNode } from 'react';
import { useTexts } from '#web/i18n/i18n.ts';
import type { ErrorSummary } from '#web/ui/form/use-fields.ts';

type Props = {
  readonly form: { readonly isBusy: boolean; readonly errorSummary: ErrorSummary | undefined };
  /** Summary of the values. On wide screens the bar is below it, next to the form. */
  readonly summary?: ReactNode;
  /** Labels of the fields that are still empty; undefined if the form can no longer be submitted. */
  readonly missingLabels: readonly string[] | undefined;
  /** Reason why the form is incomplete although no field is empty; '' if the fields already show it. */
  readonly incompleteText?: string | undefined;
  readonly buttons: ReactNode;
  readonly children: ReactNode;
};

export const FormWithBar = (props: Props) => {
  const { form, summary, missingLabels, incompleteText, buttons, children } = props;
  const { isBusy, errorSummary } = form;
  const { t, locale } = useTexts();
  const formatStatus = () => {
    // The error summary above the form already lists the fields.
    if (!missingLabels || errorSummary?.fields.length) return '';
    if (missingLabels.length > 0)
      return t('common.missing', { fields: new Intl.ListFormat(locale, { type: 'unit' }).format(missingLabels) });
    return incompleteText ?? t('common.complete');
  };
  const status = formatStatus();
  return (
    <>
      {/* Not a form element, because scanners send Enter and only the button may submit. Not Cloudscape's Form, because its context would render every button and link inside it on each render. */}
      <div className="form-fields" inert={isBusy}>
        {children}
      </div>
      <div className={summary === undefined ? 'form-end' : 'form-end has-summary'}>
        {summary}
        <div className="form-bar">
          {status && <p>{status}</p>}
          {buttons}
        </div>
      </div>
    </>
  );
};
