import { expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/load-texts.ts';
import { alertStore, dismissAlert, showAlert, showRouteAlert, addAlertToPath } from './alerts.ts';

test('defaults to success, deduplicates by key, can be dismissed', () => {
  showAlert({ key: 'errors.NotFound' });
  expect(alertStore.get()).toEqual([{ key: 'errors.NotFound', type: 'success' }]);
  showAlert({ key: 'errors.NotFound', type: 'error' });
  const [alert, ...otherAlerts] = alertStore.get();
  expect(otherAlerts).toEqual([]);
  if (alert) dismissAlert(alert);
  expect(alertStore.get()).toEqual([]);
});

test('shows only known alerts from a URL', () => {
  for (const search of ['', '?alert=', '?alert=Hello', '?alert=toString', '?alert=errors.NotFound'])
    showRouteAlert(search);
  expect(alertStore.get()).toEqual([]);
  showRouteAlert(addAlertToPath('/UK/nuk/auth/login', 'sessionExpired').replace(/^[^?]*/, ''));
  expect(alertStore.get()).toEqual([{ key: 'errors.ExpiredToken', type: 'error' }]);
});

test('shows the text about a password reset', async () => {
  const { t } = await loadTexts('UK');
  showRouteAlert('?alert=passwordReset');
  expect(alertStore.get().map(({ type, key }) => [type, t(key)])).toEqual([
    ['success', 'Your password has been successfully reset. Please login with your new password.'],
  ]);
});
