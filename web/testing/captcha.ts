import { vi } from 'vitest';
import type { CaptchaProviderName } from '#shared/captcha.ts';

type Options = Readonly<Record<'sitekey' | 'size' | 'theme' | 'language', string>> & {
  readonly callback: (token: string) => void;
};

/** A provider for tests: its checkbox gives out token after token, and its script loads or fails when told to. */
export const standInCaptcha = (as: CaptchaProviderName = 'recaptcha') => {
  const given = { tokens: 0, sitekey: '', size: '', theme: '', language: '' };
  const provider = {
    render: (place: HTMLElement, { sitekey, size, theme, language, callback }: Options) => {
      Object.assign(given, { sitekey, size, theme, language });
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.ariaLabel = 'I’m not a robot';
      box.addEventListener('change', () => {
        given.tokens += 1;
        callback(`token-${given.tokens}`);
      });
      place.append(box);
      return 0;
    },
    reset: vi.fn(() => {
      for (const box of document.querySelectorAll<HTMLInputElement>('fieldset input')) box.checked = false;
    }),
  };
  const script = () => [...document.querySelectorAll<HTMLScriptElement>('script[src*="render=explicit"]')].at(-1);
  return {
    given,
    reset: provider.reset,
    scripts: () => document.querySelectorAll('script[src*="render=explicit"]').length,
    address: () => new URL(script()?.src ?? ''),
    arrive: () => {
      window[as === 'recaptcha' ? 'grecaptcha' : 'turnstile'] = provider;
      window.portalCaptchaLoaded?.();
    },
    fail: () => script()?.dispatchEvent(new Event('error')),
  };
};
