import * as z from 'zod/mini';

const verificationResponse = z.object({ success: z.boolean(), 'error-codes': z.optional(z.array(z.string())) });

type Check = {
  readonly verifyUrl: string;
  /** The stage's secret key. */
  readonly key: string;
  /** Secret key that the provider publishes for tests, if the stage's site key is a published one. */
  readonly publishedKey?: string | undefined;
  readonly fetch: typeof fetch;
};

/**
 * Checks our secret key with an invalid token: the provider rejects either the token or the key. Returns the problem,
 * if any.
 */
export const findCaptchaKeyProblem = async ({
  verifyUrl,
  key,
  publishedKey,
  fetch: send,
}: Check): Promise<string | undefined> => {
  // A test key accepts any token, so it cannot be checked.
  if (publishedKey !== undefined && key === publishedKey) return undefined;
  const body = new URLSearchParams({ secret: key, response: 'nobody-ticked-this' });
  let codes: readonly string[];
  try {
    const response = await send(verifyUrl, { method: 'POST', body, signal: AbortSignal.timeout(10_000) });
    codes = verificationResponse.parse(await response.json())['error-codes'] ?? [];
  } catch (error) {
    return `${verifyUrl} gives no answer: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (codes.some((code) => code.endsWith('-input-secret')))
    return 'The provider does not know this secret key: nobody can sign in. It belongs to the site key in infra/stages.ts.';
  return codes.includes('invalid-input-response')
    ? undefined
    : `The provider answered ${codes.join(', ') || 'that a token nobody ticked is good'}.`;
};
