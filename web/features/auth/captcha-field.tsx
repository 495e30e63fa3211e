import { useState } from 'react';
import type { Complaint } from '#web/ui/form/use-fields.ts';
import type { CaptchaState, FormCaptcha } from './captcha.tsx';
import { Captcha } from './captcha.tsx';

/** What a form says of the box as long as it isn't ticked: nobody can tick one that is not there. */
const words = {
  loading: { 'validation.required': 'login.captcha.loading' },
  ready: { 'validation.required': 'errors.CaptchaFailed' },
  unavailable: { 'validation.required': 'login.captcha.unavailable' },
} as const satisfies Record<CaptchaState, object>;

/** A form's captcha. It counts the attempts that failed: each has used up its token. */
export const useCaptcha = () => {
  const [failures, setFailures] = useState(0);
  const [state, setState] = useState<CaptchaState>('loading');
  const counted = <Answer,>(sending: Promise<Answer>): Promise<Answer> =>
    sending.catch((error: unknown) => {
      setFailures((count) => count + 1);
      throw error;
    });
  return { failures, counted, state, setState, words: words[state] };
};

type CaptchaFieldProps = { readonly captcha: FormCaptcha; readonly complaint: Complaint | undefined };

/** The captcha as a field of a form. */
export const CaptchaField = ({ captcha, complaint }: CaptchaFieldProps) => (
  <div data-field={captcha.field.name} className="auth-field">
    <Captcha
      captcha={captcha}
      // A refused attempt empties the box by itself: that is no mistake of whoever fills the form in.
      isMissing={captcha.field.error !== undefined && complaint?.failure === undefined}
    />
  </div>
);
