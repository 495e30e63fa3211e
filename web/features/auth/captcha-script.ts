/** What the provider's script offers once it is there (reCAPTCHA v2, explicit rendering). */
export type CaptchaProvider = {
  render(
    place: HTMLElement,
    options: {
      sitekey: string;
      size: 'normal' | 'compact';
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ): number;
  reset(widget: number): void;
};

declare global {
  interface Window {
    grecaptcha?: CaptchaProvider;
    portalCaptchaLoaded?: () => void;
  }
}

let loading: Promise<CaptchaProvider> | undefined;

const load = (scriptUrl: string, language: string) =>
  new Promise<CaptchaProvider>((resolve, reject) => {
    const address = new URL(scriptUrl, window.location.href);
    address.searchParams.set('onload', 'portalCaptchaLoaded');
    address.searchParams.set('render', 'explicit');
    address.searchParams.set('hl', language);
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('The captcha script did not load'));
    };
    window.portalCaptchaLoaded = () => (window.grecaptcha ? resolve(window.grecaptcha) : fail());
    script.addEventListener('error', fail);
    script.src = address.href;
    script.async = true;
    document.head.append(script);
  });

/** The provider, whose script is loaded once per document; after a failure the next call tries again. */
export const loadCaptcha = async (scriptUrl: string, language: string): Promise<CaptchaProvider> => {
  // While the script is still loading its global may be there already, but not ready.
  if (!loading && window.grecaptcha) return window.grecaptcha;
  loading ??= load(scriptUrl, language).finally(() => {
    loading = undefined;
  });
  return loading;
};
