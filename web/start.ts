import '@cloudscape-design/global-styles/index.css';
import 'virtual:theme.css';
import './app/theme.css';
import './app/app.css';
import './app/top-bar.css';
import { rememberFirstScript } from './app/new-version.ts';
import { preloadPage } from './app/preload-page.ts';

/** Settles once the application has been loaded; a public page reports the failure. */
export const application = import('./main.tsx');

rememberFirstScript(import.meta.url);

preloadPage(location.pathname, location.search);
