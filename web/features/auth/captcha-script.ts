import type { CaptchaProviderName } from '#shared/captcha.ts';
import { limits } from '#shared/limits.ts';
import type { WebConfig } from '#shared/web-config.ts';

type WidgetId = number | string;

/** What a provider's script offers once it is there: reCAPTCHA v2 and Turnstile alike, rendered explicitly. */
export type CaptchaProvider = {
  render(
    place: HTMLElement,
    options: {
      sitekey: string;
      size: 'normal' | 'compact';
      theme: 'light' | 'dark';
      /** Turnstile's; reCAPTCHA has its language from the script's address. */
      language: string;
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ): WidgetId;
  reset(widget: WidgetId): void;
};

declare global {
  interface Window {
    grecaptcha?: CaptchaProvider;
    turnstile?: CaptchaProvider;
    portalCaptchaLoaded?: () => void;
  }
}

const offered: Readonly<Record<CaptchaProviderName, () => CaptchaProvider | undefined>> = {
  recaptcha: () => window.grecaptcha,
  turnstile: () => window.turnstile,
};

let loading: Promise<CaptchaProvider> | undefined;

const load = ({ provider, scriptUrl }: WebConfig['captcha'], language: string) =>
  new Promise<CaptchaProvider>((resolve, reject) => {
    const address = new URL(scriptUrl, window.location.href);
    address.searchParams.set('onload', 'portalCaptchaLoaded');
    address.searchParams.set('render', 'explicit');
    address.searchParams.set('hl', language);
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error('The captcha script did not load'));
    };
    // Neither does a firewall that swallows what is asked tell of a failure, nor a provider whose further scripts are blocked.
    const timer = setTimeout(fail, limits.web.captchaSeconds * 1000);
    window.portalCaptchaLoaded = () => {
      const found = offered[provider]();
      if (!found) return fail();
      clearTimeout(timer);
      resolve(found);
    };
    script.addEventListener('error', fail);
    script.src = address.href;
    script.async = true;
    document.head.append(script);
  });

/** The provider, whose script is loaded once per document; after a failure the next call tries again. */
export const loadCaptcha = async (captcha: WebConfig['captcha'], language: string): Promise<CaptchaProvider> => {
  const there = offered[captcha.provider]();
  // While the script is still loading its global may be there already, but not ready.
  if (!loading && there) return there;
  loading ??= load(captcha, language).finally(() => {
    loading = undefined;
  });
  return loading;
};
