import { useState } from 'react';
import type { Complaint } from '#web/ui/form/use-fields.ts';
import { Captcha } from './captcha.tsx';

/** Where the provider's box stands. */
export type CaptchaState = 'loading' | 'ready' | 'unavailable';

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

export type FormCaptcha = Pick<ReturnType<typeof useCaptcha>, 'failures' | 'state' | 'setState'>;

/** A form with the captcha's token among its fields. */
export type FormWithCaptcha = {
  readonly complaint: Complaint | undefined;
  readonly set: (field: 'captcha', token: string) => void;
  readonly errorOf: (field: 'captcha') => string | undefined;
};

type CaptchaFieldProps = { readonly form: FormWithCaptcha; readonly captcha: FormCaptcha };

/** The captcha as a field of a form. */
export const CaptchaField = ({ form, captcha }: CaptchaFieldProps) => (
  <div data-field="captcha" className="auth-field">
    <Captcha
      captcha={captcha}
      // A refused attempt empties the box by itself: that is no mistake of whoever fills the form in.
      isMissing={form.errorOf('captcha') !== undefined && form.complaint?.failure === undefined}
      onToken={(token) => form.set('captcha', token)}
    />
  </div>
);
