import '@cloudscape-design/global-styles/index.css';
import 'virtual:theme.css';
import '#web/app/theme.css';
import '#web/app/app.css';
import '#web/app/top-bar.css';
import '#web/app/alert-bar.css';
import '#web/ui/icon-button.css';
import '#web/ui/form/form-errors.css';
import '#web/ui/plain-button.css';
import { applyMode, Mode } from '@cloudscape-design/global-styles';
import type { Prefix } from '#shared/config/regions.ts';
import { createLanguageCookie } from '#web/app/language.ts';
import { reloadWhenRestored } from '#web/browser/back-forward-cache.ts';
import { consumePortalNavigation } from '#web/browser/navigation-mark.ts';
import { rememberLanguageChoice } from '#web/i18n/chosen-language.ts';
import { alertStore, showRouteAlert } from '#web/ui/alerts.ts';

/** Prepares a prerendered document for this visit, before its first paint. */
export const prepareDocument = (prefix: Prefix) => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const applyColorScheme = () => applyMode(dark.matches ? Mode.Dark : Mode.Light);
  dark.addEventListener('change', applyColorScheme);
  applyColorScheme();

  document.cookie = createLanguageCookie(prefix, location.protocol === 'https:');

  showRouteAlert(location.search);
  if (consumePortalNavigation()) document.querySelector('h1')?.focus({ preventScroll: true });

  for (const link of document.querySelectorAll<HTMLAnchorElement>('.account-menu a'))
    link.addEventListener('click', rememberLanguageChoice);

  reloadWhenRestored();
};

/**
 * Shows the optional parts (templates with `data-part`) of this visit: its alerts and the parts with these names. Removes
 * the others. The browser waits for it with the first paint.
 */
export const showParts = (names: readonly string[]) => {
  const shownNames = [...alertStore.get().map(({ key }) => key), ...names];
  for (const template of document.querySelectorAll<HTMLTemplateElement>('template[data-part]')) {
    if (shownNames.includes(template.dataset['part'] ?? '')) template.replaceWith(template.content);
    else template.remove();
  }
};

/** Reports at the top of the page that a script or its data could not be loaded. */
export const showLoadFailure = (error: unknown) => {
  reportError(error);
  const failure = document.querySelector<HTMLTemplateElement>('#load-failure');
  if (failure) document.querySelector('main .content')?.prepend(failure.content);
};
