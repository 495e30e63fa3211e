type Provider = {
  readonly scriptUrl: string;
  /** Where the server has a token checked. Every provider here answers as reCAPTCHA does: `success`, `hostname`, `error-codes`. */
  readonly verifyUrl: string;
  /** What its page may load beside its own (Content-Security-Policy), as the provider documents it. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  /** What it publishes for tests: with these every token is good, and belongs to no site in particular. For stages that keep nothing. */
  readonly testKeys: { readonly site: string; readonly secret: string };
};

/** THE captcha providers that a stage may choose from. How the page talks to each: web/features/auth/captcha.tsx. */
export const captchaProviders = {
  /** Google reCAPTCHA v2, checkbox. It frames itself and styles inline (its FAQ). */
  recaptcha: {
    scriptUrl: 'https://www.google.com/recaptcha/api.js',
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    sources: {
      'script-src': ["'self'", 'https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
      'style-src': ["'self'", "'unsafe-inline'"],
      'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    },
    testKeys: {
      site: '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI',
      secret: '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe',
    },
  },
  /** Cloudflare Turnstile, managed widget (https://developers.cloudflare.com/turnstile/reference/content-security-policy/). */
  turnstile: {
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    sources: {
      'script-src': ["'self'", 'https://challenges.cloudflare.com/turnstile/'],
      'frame-src': ['https://challenges.cloudflare.com'],
    },
    testKeys: { site: '1x00000000000000000000AA', secret: '1x0000000000000000000000000000000AA' },
  },
} as const satisfies Record<string, Provider>;

/** The secret key that belongs to a published site key; undefined for a key of one's own. */
export const publishedSecret = ({ provider, siteKey }: { provider: CaptchaProviderName; siteKey: string }) => {
  const { site, secret } = captchaProviders[provider].testKeys;
  return siteKey === site ? secret : undefined;
};

export type CaptchaProviderName = keyof typeof captchaProviders;
export const captchaProviderNames = Object.keys(captchaProviders) as CaptchaProviderName[];
