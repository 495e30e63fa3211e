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
import { webConfigPath } from '#shared/api/headers.ts';
import { isPrefix, isRegionId } from '#shared/config/regions.ts';
import { languageCookie } from '#web/app/language.ts';
import { consumePortalNavigation } from '#web/browser/navigation-mark.ts';
import { preloadFile } from '#web/data/preloaded-requests.ts';
import { noteChosenLanguage } from '#web/i18n/chosen-language.ts';
import { showRouteAlert } from '#web/ui/alerts.ts';
import { watchEarlySubmit } from './early-submit.ts';
import { showOptionalParts } from './optional-parts.ts';

const [, prefix = '', region = ''] = location.pathname.split('/');
if (!isPrefix(prefix) || !isRegionId(region)) throw new Error(`${location.pathname} is no prerendered page.`);

const dark = matchMedia('(prefers-color-scheme: dark)');
const applyColorScheme = () => applyMode(dark.matches ? Mode.Dark : Mode.Light);
dark.addEventListener('change', applyColorScheme);
applyColorScheme();

document.cookie = languageCookie(prefix, location.protocol === 'https:');

showRouteAlert(location.search);
showOptionalParts({ prefix, region });
if (consumePortalNavigation()) document.querySelector('h1')?.focus({ preventScroll: true });

for (const link of document.querySelectorAll<HTMLAnchorElement>('.account-menu a'))
  link.addEventListener('click', noteChosenLanguage);

// A page restored from the back-forward cache may show the input of another user.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

const showLoadFailure = (error: unknown) => {
  reportError(error);
  const failure = document.querySelector<HTMLTemplateElement>('#load-failure');
  if (failure) document.querySelector('main .content')?.prepend(failure.content);
};

watchEarlySubmit();
preloadFile(webConfigPath);
import('./hydrate.tsx').then(({ hydratePage }) => hydratePage({ prefix, region })).catch(showLoadFailure);
