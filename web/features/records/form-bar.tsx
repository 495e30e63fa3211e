import './form-bar.css';
import type { ReactNode } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import type { Complaint } from '#web/ui/form/use-fields.ts';

type Props = {
  readonly form: { readonly busy: boolean; readonly complaint: Complaint | undefined };
  /** What has been filled in: only where there is room beside the form, and all of this stands there. */
  readonly summary?: ReactNode;
  /** What has still to be filled in, by name; undefined where nothing can be sent any more. */
  readonly missing: readonly string[] | undefined;
  readonly buttons: ReactNode;
  readonly children: ReactNode;
};

export const FormWithBar = ({ form: { busy, complaint }, summary, missing, buttons, children }: Props) => {
  const { t, locale } = useTexts();
  return (
    <>
      {/* No form element: a scanner ends with Enter, and only the button may send. Nor Cloudscape's Form: each time it renders, its context renders every button and link inside. */}
      {/* What is on its way to the server no longer changes. */}
      <div inert={busy}>{children}</div>
      <div className="form-bar">
        {summary}
        {/* While errors show, they say it above. */}
        {missing && !complaint?.fields.length && (
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
