type Provider = {
  readonly scriptUrl: string;
  /**
   * Endpoint for verifying tokens. Every provider responds in reCAPTCHA's format: `success`, `hostname`,
   * `error-codes`.
   */
  readonly verifyUrl: string;
  /** Additional Content-Security-Policy sources of the captcha page, as documented by the provider. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  /** Published test keys, which accept every token on any site; for stages without data. */
  readonly testKeys: { readonly site: string; readonly secret: string };
};

/** Captcha providers that a stage can choose from; web/features/auth/captcha.tsx integrates each into the page. */
export const captchaProviders = {
  /** Google reCAPTCHA v2 checkbox. Per its FAQ it needs frames and inline styles. */
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

/** Returns the secret key of a published test site key, or undefined for any other site key. */
export const findTestSecret = ({ provider, siteKey }: { provider: CaptchaProviderName; siteKey: string }) => {
  const { site, secret } = captchaProviders[provider].testKeys;
  return siteKey === site ? secret : undefined;
};

export type CaptchaProviderName = keyof typeof captchaProviders;
export const captchaProviderNames = Object.keys(captchaProviders) as CaptchaProviderName[];
