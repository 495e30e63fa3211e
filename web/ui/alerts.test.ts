import { expect, test } from 'vitest';
import { textsIn } from '#web/language/i18n.ts';
import { alertStore, dismissAlert, showAlert, showRouteAlert, withAlert } from './alerts.ts';

test('an alert is a success unless said otherwise; the same one shows once, and can be dismissed', () => {
  showAlert({ key: 'errors.NotFound' });
  expect(alertStore.get()).toEqual([{ key: 'errors.NotFound', type: 'success' }]);
  showAlert({ key: 'errors.NotFound', type: 'error' });
  const [alert, ...others] = alertStore.get();
  expect(others).toEqual([]);
  if (alert) dismissAlert(alert);
  expect(alertStore.get()).toEqual([]);
});

test('an address can only ask for an alert of the list', () => {
  for (const search of ['', '?alert=', '?alert=Hello', '?alert=toString', '?alert=errors.NotFound'])
    showRouteAlert(search);
  expect(alertStore.get()).toEqual([]);
  showRouteAlert(withAlert('/UK/nuk/auth/login', 'sessionExpired').replace(/^[^?]*/, ''));
  expect(alertStore.get()).toEqual([{ key: 'errors.ExpiredToken', type: 'error' }]);
});

test('a new password is told in the specification’s words', async () => {
  const { t } = await textsIn('UK');
  showRouteAlert('?alert=passwordReset');
  expect(alertStore.get().map(({ type, key }) => [type, t(key)])).toEqual([
    ['success', 'Your password has been successfully reset. Please login with your new password.'],
  ]);
});
