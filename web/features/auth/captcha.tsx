import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { config } from '#web/data/config.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { Complaint, Control } from '#web/ui/form/use-fields.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';
import type { CaptchaProvider } from './captcha-script.ts';
import { loadCaptcha } from './captcha-script.ts';

/** The provider's box is 304 pixels wide: with the page's margins it does not fit below this. */
const compactBelowPixels = 350;

type CaptchaState = 'loading' | 'ready' | 'unavailable';

export type FormCaptcha = {
  /** Rise with each attempt that failed: a token counts once, so the box has to be ticked anew. */
  readonly failures: number;
  readonly state: CaptchaState;
  readonly setState: (state: CaptchaState) => void;
  readonly field: Control<string>;
};

const useWidget = ({ failures, setState, field }: FormCaptcha) => {
  const { language } = useTexts();
  const container = useRef<HTMLFieldSetElement>(null);
  const widget = useRef<{ provider: CaptchaProvider; id: ReturnType<CaptchaProvider['render']> }>(undefined);
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
        size: window.innerWidth < compactBelowPixels ? 'compact' : 'normal',
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
    if (failures === 0) return;
    tell('');
    widget.current?.provider.reset(widget.current.id);
  }, [failures]);

  return container;
};

type BoxProps = { readonly captcha: FormCaptcha; readonly isMissing: boolean; readonly onRetry: () => void };

const CaptchaBox = ({ captcha, isMissing, onRetry }: BoxProps) => {
  const { t } = useTexts();
  const container = useWidget(captcha);
  const { state } = captcha;
  const errorId = useId();
  return (
    <>
      <fieldset
        ref={container}
        className="captcha"
        aria-label={t('login.captcha.label')}
        aria-describedby={isMissing && state === 'ready' ? errorId : undefined}
        // Whoever is led to what is hidden finds the button instead.
        tabIndex={state === 'unavailable' ? undefined : -1}
        hidden={state === 'unavailable'}
      />
      <output>
        {state === 'loading' && t('login.captcha.loading')}
        {state === 'unavailable' && t('login.captcha.unavailable')}
      </output>
      {state === 'unavailable' && <PlainButton onClick={onRetry}>{t('login.captcha.retry')}</PlainButton>}
      {isMissing && state === 'ready' && (
        <p id={errorId} className="auth-error">
          {t('errors.CaptchaFailed')}
        </p>
      )}
    </>
  );
};

/** What a form says of the box as long as it isn't ticked: nobody can tick one that is not there. */
const words = {
  loading: { 'validation.required': 'login.captcha.loading' },
  ready: { 'validation.required': 'errors.CaptchaFailed' },
  unavailable: { 'validation.required': 'login.captcha.unavailable' },
} as const satisfies Record<CaptchaState, object>;

/** A form's captcha. It counts the attempts that failed: each has used up its token. */
export const useCaptcha = () => {
  const [failures, setFailures] = useState(0);
  const [state, setState] = useState<CaptchaState>('loading');
  const counted = <Answer,>(sending: Promise<Answer>): Promise<Answer> =>
    sending.catch((error: unknown) => {
      setFailures((count) => count + 1);
      throw error;
    });
  return { failures, counted, state, setState, words: words[state] };
};

type CaptchaFieldProps = { readonly captcha: FormCaptcha; readonly complaint: Complaint | undefined };

/** The visible checkbox of the captcha provider, as a field of a form. When its script cannot be loaded it says so and offers to try again. */
export const CaptchaField = ({ captcha, complaint }: CaptchaFieldProps) => {
  const [round, setRound] = useState(0);
  return (
    <div data-field={captcha.field.name} className="auth-field">
      <CaptchaBox
        key={round}
        captcha={captcha}
        // A refused attempt empties the box by itself: that is no mistake of whoever fills the form in.
        isMissing={captcha.field.error !== undefined && complaint?.failure === undefined}
        onRetry={() => setRound(round + 1)}
      />
    </div>
  );
};
