import './form-errors.css';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { isSignedOutCode } from '#web/data/api-errors.ts';
import { useIsBackOnline } from '#web/data/use-is-back-online.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { FailureId } from '#web/ui/failure-text.tsx';
import { focusField } from './focus-field.ts';
import type { ErrorSummary } from './use-fields.ts';

type Props = {
  readonly errorSummary: ErrorSummary | undefined;
  readonly children?: ReactNode;
};

/** Returns a ref of an element that gets the focus after each failed attempt to submit. */
export const useFocusAfterAttempt = <Focused extends HTMLElement>(attempt: object | undefined) => {
  const box = useRef<Focused>(null);
  useEffect(() => {
    if (!attempt) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView?.({ block: 'center' });
  }, [attempt]);
  return box;
};

/** Error summary above a form: gets the focus after each failed attempt, and links to the fields. */
export const FormErrors = ({ errorSummary, children }: Props) => {
  const box = useFocusAfterAttempt<HTMLElement>(errorSummary?.attempt);
  const { t } = useTexts();
  const textId = useId();
  const session = useSession();
  const isOutdated = useIsBackOnline(errorSummary?.failure);

  if (!errorSummary || isOutdated) return null;
  const { text, failure, fields } = errorSummary;
  // The user has signed in again in the meantime.
  if (failure && session && isSignedOutCode(failure.code)) return null;
  return (
    <section ref={box} className="form-errors" aria-labelledby={textId} tabIndex={-1}>
      <p id={textId}>{text}</p>
      {failure && <FailureId failure={failure} />}
      {fields.length > 0 && (
        <ul>
          {fields.map((field) => (
            <li key={field.name}>
              <a
                href={`#${field.name}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField([field.name]);
                }}
              >
                {field.label === undefined
                  ? field.text
                  : t('common.labelled', { field: field.label, text: field.text })}
              </a>
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
};
