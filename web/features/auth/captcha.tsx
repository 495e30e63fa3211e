import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { CaptchaProviderName } from '#shared/captcha.ts';
import { limits } from '#shared/limits.ts';
import type { WebConfig } from '#shared/web-config.ts';
import { config } from '#web/data/config.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { Complaint, Control } from '#web/ui/form/use-fields.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';

type WidgetId = number | string;

/** What a provider's script offers once it is there: reCAPTCHA v2 and Turnstile alike, rendered explicitly. */
type CaptchaProvider = {
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
const loadCaptcha = async (captcha: WebConfig['captcha'], language: string): Promise<CaptchaProvider> => {
  const there = offered[captcha.provider]();
  // While the script is still loading its global may be there already, but not ready.
  if (!loading && there) return there;
  loading ??= load(captcha, language).finally(() => {
    loading = undefined;
  });
  return loading;
};

type CaptchaState = 'loading' | 'ready' | 'unavailable';

export type FormCaptcha = {
  readonly state: CaptchaState;
  readonly setState: (state: CaptchaState) => void;
  readonly field: Control<string>;
};

/** What a form says of the box as long as it isn't ticked: nobody can tick one that is not there. */
const words = {
  loading: { 'validation.required': 'login.captcha.loading' },
  ready: { 'validation.required': 'errors.CaptchaFailed' },
  unavailable: { 'validation.required': 'login.captcha.unavailable' },
} as const satisfies Record<CaptchaState, object>;

export const useCaptcha = () => {
  const [state, setState] = useState<CaptchaState>('loading');
  return { state, setState, words: words[state] };
};

type CaptchaFieldProps = {
  readonly captcha: FormCaptcha;
  readonly complaint: Complaint | undefined;
  /** Another object for each attempt that the server refused: a token counts once, so the box has to be ticked anew. */
  readonly refused: object | undefined;
};

const CaptchaBox = ({
  captcha: { state, setState, field },
  complaint,
  refused,
  onRetry,
}: CaptchaFieldProps & { readonly onRetry: () => void }) => {
  const { t, language } = useTexts();
  const container = useRef<HTMLFieldSetElement>(null);
  const widget = useRef<{ provider: CaptchaProvider; id: WidgetId }>(undefined);
  const errorId = useId();
  const tell = useEffectEvent(field.onChange);

  useEffect(() => {
    // The provider renders only once into an element, so each run brings its own.
    const place = document.createElement('div');
    container.current?.append(place);
    setState('loading');
    const show = (provider: CaptchaProvider) => {
      if (!place.isConnected) return;
      const id = provider.render(place, {
        sitekey: config().captcha.siteKey,
        // The provider's box is 304 pixels wide: with the page's margins it does not fit below this.
        size: window.innerWidth < 350 ? 'compact' : 'normal',
        theme: window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
        language,
        callback: (token) => tell(token),
        'expired-callback': () => tell(''),
        'error-callback': () => tell(''),
      });
      widget.current = { provider, id };
      setState('ready');
    };
    loadCaptcha(config().captcha, language).then(show, () => place.isConnected && setState('unavailable'));
    return () => {
      widget.current = undefined;
      place.remove();
    };
  }, [language, setState]);

  useEffect(() => {
    if (!refused) return;
    tell('');
    widget.current?.provider.reset(widget.current.id);
  }, [refused]);

  // A refused attempt empties the box by itself: that is no mistake of whoever fills the form in.
  const isMissing = state === 'ready' && field.error !== undefined && complaint?.failure === undefined;
  return (
    <div data-field={field.name} className="auth-field">
      <fieldset
        ref={container}
        className="captcha"
        aria-label={t('login.captcha.label')}
        aria-describedby={isMissing ? errorId : undefined}
        // Whoever is led to what is hidden finds the button instead.
        tabIndex={state === 'unavailable' ? undefined : -1}
        hidden={state === 'unavailable'}
      />
      <output>
        {state === 'loading' && t('login.captcha.loading')}
        {state === 'unavailable' && t('login.captcha.unavailable')}
      </output>
      {state === 'unavailable' && <PlainButton onClick={onRetry}>{t('login.captcha.retry')}</PlainButton>}
      {isMissing && (
        <p id={errorId} className="auth-error">
          {t('errors.CaptchaFailed')}
        </p>
      )}
    </div>
  );
};

/** The visible checkbox of the captcha provider, as a field of a form. When its script cannot be loaded it says so and offers to try again. */
export const CaptchaField = (props: CaptchaFieldProps) => {
  const [round, setRound] = useState(0);
  return <CaptchaBox key={round} {...props} onRetry={() => setRound(round + 1)} />;
};
