import '#web/ui/icon-button.css';
import './alert-bar.css';
import { useEffect, useRef } from 'react';
import type { ComponentType } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import { dismissAlert } from '#web/ui/alerts.ts';
import type { AlertType, PageAlert } from '#web/ui/alerts.ts';
import { announcedMs } from '#web/ui/announce.ts';
import { focusHeading } from '#web/ui/page.tsx';
import { CloseIcon, icon } from './icons.tsx';

const circled = (sign: string) =>
  icon(
    <>
      <circle cx="12" cy="12" r="9" />
      <path d={sign} />
    </>,
  );

const icons: Readonly<Record<AlertType, ComponentType>> = {
  success: circled('m8 12.5 3 3 5-6.5'),
  error: circled('m9 9 6 6m0-6-6 6'),
  info: circled('M12 11v5m0-8.5v.01'),
  warning: icon(<path d="M12 4 2.5 20h19ZM12 10v4.5m0 2.5v.01" />),
};

/** What is said right away is lost: a live region is only heard once it has stood there, and when nothing else is being read. */
const saidAfterMs = 1000;

const Said = ({ words }: { readonly words: string }) => {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const saying = setTimeout(() => region.current?.replaceChildren(words), saidAfterMs);
    const clearing = setTimeout(() => region.current?.replaceChildren(), saidAfterMs + announcedMs);
    return () => {
      clearTimeout(saying);
      clearTimeout(clearing);
    };
  }, [words]);
  return <div ref={region} className="visually-hidden" aria-live="polite" />;
};

const AlertBox = ({ alert, onDismiss }: { readonly alert: PageAlert; readonly onDismiss: () => void }) => {
  const { t } = useTexts();
  const { key, values, type } = alert;
  const text = t(key, values);
  const label = t(`shell.alerts.${type}`);
  const isUrgent = type === 'error';
  const Icon = icons[type];
  return (
    <li className={`alert is-${type}`}>
      <div className="alert-content" role={isUrgent ? 'alert' : undefined}>
        <Icon />
        <span>
          <span className="visually-hidden">{label}</span> <span>{text}</span>
        </span>
      </div>
      <button type="button" className="icon-button" aria-label={t('shell.alerts.dismiss')} onClick={onDismiss}>
        <CloseIcon />
      </button>
      {!isUrgent && <Said words={t('common.labelled', { field: label, text })} />}
    </li>
  );
};

/** The page's alerts. Plain elements: the sign-in page has them, too, and does without Cloudscape. */
export const AlertBar = ({ alerts }: { readonly alerts: readonly PageAlert[] }) => {
  const { t } = useTexts();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const onOnline = () => alerts.filter(({ key }) => key === 'errors.Offline').forEach(dismissAlert);
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, [alerts]);
  const dismiss = (alert: PageAlert) => {
    const buttons = list.current?.querySelectorAll('button') ?? [];
    const at = alerts.indexOf(alert);
    const next = buttons[at + 1] ?? buttons[at - 1];
    dismissAlert(alert);
    if (next) next.focus();
    else focusHeading();
  };
  return (
    <ul ref={list} className="alerts" aria-label={t('shell.alerts.label')}>
      {alerts.map((alert) => (
        <AlertBox key={alert.key} alert={alert} onDismiss={() => dismiss(alert)} />
      ))}
    </ul>
  );
};
