import { announce } from '#web/ui/announce.ts';

/** Delay before an announcement: screen readers ignore text while they read a new page. */
const announceDelayMs = 1000;

/** Announces the alert of a document without React, and makes it dismissible. */
export const enableAlerts = () => {
  const alerts = document.querySelector('.alerts');
  if (!alerts) return;
  const content = alerts.querySelector('.alert-content');
  // Screen readers announce an error by its role.
  if (content && content.role !== 'alert') setTimeout(() => announce(content.textContent), announceDelayMs);
  alerts.querySelector('button')?.addEventListener('click', () => {
    alerts.remove();
    document.querySelector('h1')?.focus();
  });
};
