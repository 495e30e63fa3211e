import '#web/ui/icon-button.css';
import './alert-bar.css';
import { useEffect, useRef } from 'react';
import type { ComponentType } from 'react';
import { useTexts } from '#web/i18n/i18n.ts';
import { dismissAlert } from '#web/ui/alerts.ts';
import type { AlertType, PageAlert } from '#web/ui/alerts.ts';
import { announcementMs } from '#web/ui/announce.ts';
import { focusHeading } from '#web/ui/page.tsx';
import { CloseIcon, createIcon } from './icons.tsx';

const createCircleIcon = (symbolPath: string) =>
  createIcon(
    <>
      <circle cx="12" cy="12" r="9" />
      <path d={symbolPath} />
    </>,
  );

const icons: Readonly<Record<AlertType, ComponentType>> = {
  success: createCircleIcon('m8 12.5 3 3 5-6.5'),
  error: createCircleIcon('m9 9 6 6m0-6-6 6'),
  info: createCircleIcon('M12 11v5m0-8.5v.01'),
  warning: createIcon(<path d="M12 4 2.5 20h19ZM12 10v4.5m0 2.5v.01" />),
};

/** Delay before the live region is filled, because screen readers ignore text that is present at insertion or that appears while they read something else. */
const announceDelayMs = 1000;

const DelayedAnnouncement = ({ message }: { readonly message: string }) => {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const announceTimer = setTimeout(() => region.current?.replaceChildren(message), announceDelayMs);
    const clearTimer = setTimeout(() => region.current?.replaceChildren(), announceDelayMs + announcementMs);
    return () => {
      clearTimeout(announceTimer);
      clearTimeout(clearTimer);
    };
  }, [message]);
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
      {!isUrgent && <DelayedAnnouncement message={t('common.labelled', { field: label, text })} />}
    </li>
  );
};

/** Alerts of the page, built without Cloudscape because the sign-in page shows them and does not load it. */
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
    const index = alerts.indexOf(alert);
    const next = buttons[index + 1] ?? buttons[index - 1];
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
