import { vi } from 'vitest';
import type { CaptchaProviderName } from '#shared/config/captcha-providers.ts';

type Options = Readonly<Record<'sitekey' | 'size' | 'theme' | 'language', string>> & {
  readonly callback: (token: string) => void;
};

/** Creates a fake captcha provider. Its checkbox issues numbered tokens; `finishLoading` and `fail` end the loading of its script. */
export const createFakeCaptcha = (providerName: CaptchaProviderName = 'recaptcha') => {
  const state = { tokens: 0, sitekey: '', size: '', theme: '', language: '' };
  const provider = {
    render: (place: HTMLElement, { sitekey, size, theme, language, callback }: Options) => {
      Object.assign(state, { sitekey, size, theme, language });
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.ariaLabel = 'I’m not a robot';
      box.addEventListener('change', () => {
        state.tokens += 1;
        callback(`token-${state.tokens}`);
      });
      place.append(box);
      return 0;
    },
    reset: vi.fn(() => {
      for (const box of document.querySelectorAll<HTMLInputElement>('fieldset input')) box.checked = false;
    }),
  };
  const findScript = () => [...document.querySelectorAll<HTMLScriptElement>('script[src*="render=explicit"]')].at(-1);
  return {
    renderState: state,
    reset: provider.reset,
    countScripts: () => document.querySelectorAll('script[src*="render=explicit"]').length,
    url: () => new URL(findScript()?.src ?? ''),
    finishLoading: () => {
      window[providerName === 'recaptcha' ? 'grecaptcha' : 'turnstile'] = provider;
      window.portalCaptchaLoaded?.();
    },
    fail: () => findScript()?.dispatchEvent(new Event('error')),
  };
};
