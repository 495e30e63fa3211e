import { expect, test } from 'vitest';
import { textsIn } from '#web/language/i18n.ts';
import { alertStore, clearAlertsOnNavigation, dismissAlert, showAlert, showRouteAlert, withAlert } from './alerts.ts';

test('an alert is a success that goes with the next navigation, unless said otherwise', () => {
  showAlert({ key: 'errors.NotFound' });
  showAlert({ key: 'errors.ServiceUnavailable', type: 'warning', isPersistent: true });
  expect(alertStore.get()).toEqual([
    { key: 'errors.NotFound', type: 'success', isPersistent: false },
    { key: 'errors.ServiceUnavailable', type: 'warning', isPersistent: true },
  ]);
  clearAlertsOnNavigation();
  expect(alertStore.get().map(({ key }) => key)).toEqual(['errors.ServiceUnavailable']);
});

test('the same alert shows once, and can be dismissed', () => {
  showAlert({ key: 'errors.NotFound' });
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
  expect(alertStore.get()).toEqual([{ key: 'errors.ExpiredToken', type: 'error', isPersistent: false }]);
});

test.each([
  ['passwordReset', 'success', 'Your password has been successfully reset. Please login with your new password.'],
  [
    'setPasswordExpired',
    'warning',
    'The time to set the password has passed. Please sign in again with the password from your invitation.',
  ],
  ['codeSent', 'info', 'If this address is registered, an email with a code is on its way.'],
  ['sessionEnded', 'info', 'Your session has ended. Please sign in again.'],
] as const)('?alert=%s', async (name, type, words) => {
  const { t } = await textsIn('UK');
  showRouteAlert(`?alert=${name}`);
  expect(alertStore.get().map((alert) => [alert.type, t(alert.key)])).toEqual([[type, words]]);
});
