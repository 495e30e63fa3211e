import { useState } from 'react';
import type { Complaint } from '#web/ui/form/use-form.ts';
import { Captcha } from './captcha.tsx';

/** Counts the attempts that failed: each has used up its captcha token. */
export const useFailures = () => {
  const [failures, setFailures] = useState(0);
  const counted = <Answer,>(sending: Promise<Answer>): Promise<Answer> =>
    sending.catch((error: unknown) => {
      setFailures((count) => count + 1);
      throw error;
    });
  return { failures, counted };
};

/** What a form says of the box as long as it isn't ticked. */
export const captchaWords = { 'validation.required': 'errors.CaptchaFailed' } as const;

/** A form with the captcha's token among its fields. */
export type FormWithCaptcha = {
  readonly complaint: Complaint | undefined;
  readonly set: (field: 'captcha', token: string) => void;
  readonly errorOf: (field: 'captcha') => string | undefined;
};

type CaptchaFieldProps = { readonly form: FormWithCaptcha; readonly failures: number };

/** The captcha as a field of a form. */
export const CaptchaField = ({ form, failures }: CaptchaFieldProps) => (
  <div data-field="captcha" className="auth-field">
    <Captcha
      failures={failures}
      // A refused attempt empties the box by itself: that is no mistake of whoever fills the form in.
      isMissing={form.errorOf('captcha') !== undefined && form.complaint?.failure === undefined}
      onToken={(token) => form.set('captcha', token)}
    />
  </div>
);
