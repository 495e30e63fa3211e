import * as z from 'zod/mini';
import { AppError } from '#shared/api/errors.ts';

/** Verifies a captcha token that was issued on `site`, an origin. Throws CaptchaFailed, or ServiceUnavailable when the provider cannot be reached. */
export type VerifyCaptcha = (token: string, site: string) => Promise<void>;

const verificationResponse = z.object({
  success: z.boolean(),
  hostname: z.optional(z.string()),
  'error-codes': z.optional(z.array(z.string())),
});

// A rejected secret or an internal error (Turnstile) is not the user's mistake and must raise an alarm.
const isProviderError = (codes: readonly string[] = []) =>
  codes.some((code) => code.endsWith('-input-secret') || code === 'internal-error');

// https://developers.google.com/recaptcha/docs/verify, https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
/** Calls the provider's server-side check, whose response has the same shape for reCAPTCHA v2 and Turnstile. A token is valid once. */
export const createCaptchaVerifier =
  (options: {
    readonly verifyUrl: string;
    readonly secret: () => Promise<string>;
    /** Accepts any host name, for the published test keys, whose responses name the provider's host. */
    readonly acceptsAnySite: boolean;
    readonly fetch: typeof fetch;
    readonly timeoutMs: number;
  }): VerifyCaptcha =>
  async (token, site) => {
    const { verifyUrl, secret, acceptsAnySite, timeoutMs } = options;
    const {
      success,
      hostname,
      'error-codes': codes,
    } = await options
      .fetch(verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret: await secret(), response: token }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      .then(async (response) => verificationResponse.parse(await response.json()))
      .catch((cause: unknown) => {
        throw new AppError('ServiceUnavailable', { cause });
      });
    if (isProviderError(codes)) throw new AppError('ServiceUnavailable');
    // A token that was issued on another site is not valid here.
    if (!success || (!acceptsAnySite && hostname !== URL.parse(site)?.hostname)) throw new AppError('CaptchaFailed');
  };
