import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { CaptchaProviderName } from '#shared/config/captcha-providers.ts';
import { limits } from '#shared/config/limits.ts';
import type { WebConfig } from '#shared/config/web-config.ts';
import { getConfig } from '#web/data/config.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { ErrorSummary, Control } from '#web/ui/form/use-fields.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';

type WidgetId = number | string;

/** Explicit-rendering API that the scripts of reCAPTCHA v2 and Turnstile share. */
type CaptchaProvider = {
  render(
    container: HTMLElement,
    options: {
      sitekey: string;
      size: 'normal' | 'compact';
      theme: 'light' | 'dark';
      /** Used by Turnstile; reCAPTCHA takes the language from the script's URL. */
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

const providers: Readonly<Record<CaptchaProviderName, () => CaptchaProvider | undefined>> = {
  recaptcha: () => window.grecaptcha,
  turnstile: () => window.turnstile,
};

let pendingLoad: Promise<CaptchaProvider> | undefined;

const loadScript = ({ provider, scriptUrl }: WebConfig['captcha'], language: string) =>
  new Promise<CaptchaProvider>((resolve, reject) => {
    const url = new URL(scriptUrl, window.location.href);
    url.searchParams.set('onload', 'portalCaptchaLoaded');
    url.searchParams.set('render', 'explicit');
    url.searchParams.set('hl', language);
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error('The captcha script did not load'));
    };
    // No error event fires if a firewall drops the request or blocks the provider's later scripts.
    const timer = setTimeout(fail, limits.web.captchaSeconds * 1000);
    window.portalCaptchaLoaded = () => {
      const loadedProvider = providers[provider]();
      if (!loadedProvider) return fail();
      clearTimeout(timer);
      resolve(loadedProvider);
    };
    script.addEventListener('error', fail);
    script.src = url.href;
    script.async = true;
    document.head.append(script);
  });

/** Loads the provider's script once per document. After a failure, the next call retries. */
const loadCaptcha = async (captcha: WebConfig['captcha'], language: string): Promise<CaptchaProvider> => {
  const loadedProvider = providers[captcha.provider]();
  // The global is ignored while the script is loading, because it can exist before the script is ready.
  if (!pendingLoad && loadedProvider) return loadedProvider;
  pendingLoad ??= loadScript(captcha, language).finally(() => {
    pendingLoad = undefined;
  });
  return pendingLoad;
};

type CaptchaState = 'loading' | 'ready' | 'unavailable';

export type FormCaptcha = {
  readonly state: CaptchaState;
  readonly setState: (state: CaptchaState) => void;
  readonly field: Control<string>;
};

/** Validation texts for an unticked box, by state: a box that has not loaded cannot be ticked. */
const validationTexts = {
  loading: { 'validation.required': 'login.captcha.loading' },
  ready: { 'validation.required': 'errors.CaptchaFailed' },
  unavailable: { 'validation.required': 'login.captcha.unavailable' },
} as const satisfies Record<CaptchaState, object>;

export const useCaptcha = () => {
  const [state, setState] = useState<CaptchaState>('loading');
  return { state, setState, messages: validationTexts[state] };
};

type CaptchaFieldProps = {
  readonly captcha: FormCaptcha;
  readonly errorSummary: ErrorSummary | undefined;
  /** A new object per rejected attempt, which resets the box because a token is valid only once. */
  readonly rejectedSubmission: object | undefined;
};

const CaptchaBox = ({
  captcha: { state, setState, field },
  errorSummary,
  rejectedSubmission,
  onRetry,
}: CaptchaFieldProps & { readonly onRetry: () => void }) => {
  const { t, language } = useTexts();
  const container = useRef<HTMLFieldSetElement>(null);
  const widget = useRef<{ provider: CaptchaProvider; id: WidgetId }>(undefined);
  const errorId = useId();
  const setToken = useEffectEvent(field.onChange);

  useEffect(() => {
    // The provider renders only once into an element, so each effect run creates one.
    const widgetElement = document.createElement('div');
    container.current?.append(widgetElement);
    setState('loading');
    const renderWidget = (provider: CaptchaProvider) => {
      if (!widgetElement.isConnected) return;
      const id = provider.render(widgetElement, {
        sitekey: getConfig().captcha.siteKey,
        // The provider's box is 304 pixels wide and does not fit narrower windows with the margins of page and card.
        size: window.innerWidth < 360 ? 'compact' : 'normal',
        theme: window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
        language,
        callback: (token) => setToken(token),
        'expired-callback': () => setToken(''),
        'error-callback': () => setToken(''),
      });
      widget.current = { provider, id };
      setState('ready');
    };
    loadCaptcha(getConfig().captcha, language).then(
      renderWidget,
      () => widgetElement.isConnected && setState('unavailable'),
    );
    return () => {
      widget.current = undefined;
      widgetElement.remove();
    };
  }, [language, setState]);

  useEffect(() => {
    if (!rejectedSubmission) return;
    setToken('');
    widget.current?.provider.reset(widget.current.id);
  }, [rejectedSubmission]);

  // After a rejected attempt, the box is empty because it was reset, which is not the user's error.
  const isMissing = state === 'ready' && field.error !== undefined && errorSummary?.failure === undefined;
  return (
    <div data-field={field.name} className="auth-field">
      <fieldset
        ref={container}
        className="captcha"
        aria-label={t('login.captcha.label')}
        aria-describedby={isMissing ? errorId : undefined}
        // Without a tabIndex, a link to the hidden box focuses the retry button instead.
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

/** Form field with the provider's checkbox. Shows an error and a retry button if the script fails to load. */
export const CaptchaField = (props: CaptchaFieldProps) => {
  const [retryCount, setRetryCount] = useState(0);
  return <CaptchaBox key={retryCount} {...props} onRetry={() => setRetryCount(retryCount + 1)} />;
};
