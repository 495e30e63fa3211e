import type { TextKey } from '#shared/locales/texts.ts';
import { createStore } from '#web/browser/store.ts';

export type AlertType = 'success' | 'error' | 'info' | 'warning';

/** Message at the top of the page. The text is a key, so that it follows the language. */
export type PageAlert = {
  readonly key: TextKey;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly type: AlertType;
};

export const alertStore = createStore<readonly PageAlert[]>([]);

export const showAlert = (alert: Omit<PageAlert, 'type'> & { readonly type?: AlertType }) =>
  alertStore.set([...alertStore.get().filter(({ key }) => key !== alert.key), { type: 'success', ...alert }]);

export const dismissAlert = (alert: PageAlert) =>
  alertStore.set(alertStore.get().filter((shownAlert) => shownAlert !== alert));

/** Alerts that `?alert=…` can show; a URL names an alert but never contains its text. */
const routeAlerts = {
  sessionExpired: { key: 'errors.ExpiredToken', type: 'error' },
  sessionEnded: { key: 'session.ended', type: 'info' },
  signedOut: { key: 'session.signedOut' },
  cookiesRefused: { key: 'session.cookiesRefused', type: 'error' },
  passwordSet: { key: 'setPassword.done' },
  setPasswordExpired: { key: 'setPassword.expired', type: 'warning' },
  codeExpired: { key: 'login.code.expired', type: 'warning' },
  codeSent: { key: 'forgotPassword.sent', type: 'info' },
  passwordReset: { key: 'forgotPassword.done' },
  otherRegion: { key: 'moved.otherRegion', type: 'info' },
  noRole: { key: 'moved.noRole', type: 'info' },
  noReturns: { key: 'moved.noReturns', type: 'info' },
  signedOutElsewhere: { key: 'moved.signedOutElsewhere', type: 'info' },
  otherUser: { key: 'moved.otherUser', type: 'info' },
} as const satisfies Record<string, { readonly key: TextKey; readonly type?: AlertType }>;

export type RouteAlert = keyof typeof routeAlerts;

/** Every alert that `?alert=…` can show. */
export const allRouteAlerts: readonly PageAlert[] = Object.values(routeAlerts).map((alert) => ({
  type: 'success',
  ...alert,
}));

const alertParameter = 'alert';

export const addAlertToPath = (path: string, alert: RouteAlert) =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [alertParameter]: alert })}`;

export const showRouteAlert = (search: string) => {
  const parameters = new URLSearchParams(search);
  const name = parameters.get(alertParameter);
  if (name === null) return;
  if (Object.hasOwn(routeAlerts, name)) showAlert(routeAlerts[name as RouteAlert]);
  const url = new URL(location.href);
  if (url.searchParams.get(alertParameter) !== name) return;
  url.searchParams.delete(alertParameter);
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
};
