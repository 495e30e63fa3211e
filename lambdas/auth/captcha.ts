import * as z from 'zod/mini';
import { AppError } from '#shared/errors.ts';

/** Says whether a person ticked the box on `site`, an origin. Throws CaptchaFailed, and ServiceUnavailable when the provider can't be asked: nothing goes on without an answer. */
export type VerifyCaptcha = (token: string, site: string) => Promise<void>;

const verdict = z.object({
  success: z.boolean(),
  hostname: z.optional(z.string()),
  'error-codes': z.optional(z.array(z.string())),
});

// Our own secret is wrong, or the provider is at a loss (Turnstile): not the user's mistake, and an alarm must ring.
const isNotTheirMistake = (codes: readonly string[] = []) =>
  codes.some((code) => code.endsWith('-input-secret') || code === 'internal-error');

// https://developers.google.com/recaptcha/docs/verify, https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
/** The provider's server-side check, which reCAPTCHA v2 and Turnstile answer alike; a token counts once. */
export const captchaCheck =
  (options: {
    readonly verifyUrl: string;
    readonly secret: () => Promise<string>;
    /** With the provider's published keys: its answers name a host of its own. */
    readonly ofAnySite: boolean;
    readonly fetch: typeof fetch;
    readonly timeoutMs: number;
  }): VerifyCaptcha =>
  async (token, site) => {
    const { verifyUrl, secret, ofAnySite, timeoutMs } = options;
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
      .then(async (response) => verdict.parse(await response.json()))
      .catch((cause: unknown) => {
        throw new AppError('ServiceUnavailable', { cause });
      });
    if (isNotTheirMistake(codes)) throw new AppError('ServiceUnavailable');
    // A token ticked on another site is no tick on ours.
    if (!success || (!ofAnySite && hostname !== URL.parse(site)?.hostname)) throw new AppError('CaptchaFailed');
  };
