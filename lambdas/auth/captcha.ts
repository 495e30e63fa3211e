import * as z from 'zod/mini';
import { AppError } from '#shared/errors.ts';

/** Says whether a person ticked the box. Throws CaptchaFailed, and ServiceUnavailable when the provider can't be asked: no sign-in without an answer. */
export type VerifyCaptcha = (token: string) => Promise<void>;

const verdict = z.object({ success: z.boolean() });

/** reCAPTCHA v2's server-side check (https://developers.google.com/recaptcha/docs/verify). */
export const reCaptcha =
  (options: { readonly verifyUrl: string; readonly secret: () => Promise<string>; readonly fetch: typeof fetch; readonly timeoutMs: number }): VerifyCaptcha =>
  async (token) => {
    const { verifyUrl, secret, timeoutMs } = options;
    const { success } = await options
      .fetch(verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret: await secret(), response: token }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      .then(async (response) => verdict.parse(await response.json()))
      .catch((cause: unknown) => {
        throw new AppError('ServiceUnavailable', { cause });
      });
    if (!success) throw new AppError('CaptchaFailed');
  };
