import type { CaptchaProviderName } from '#shared/captcha.ts';
import { captchaProviders } from '#shared/captcha.ts';

type Directives = Readonly<Record<string, readonly string[]>>;

/** Every page: nothing inline, nothing from elsewhere; files go to the uploads bucket (its origin), where a page sends any. */
export const strictPolicy = (uploads?: string): Directives => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'", ...(uploads === undefined ? [] : [uploads])],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
});

/** A page that asks for a tick also runs the captcha. */
export const captchaPolicy = (provider: CaptchaProviderName): Directives => ({
  ...strictPolicy(),
  ...captchaProviders[provider].sources,
});

/** The header's value. */
export const policyText = (directives: Directives) =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
