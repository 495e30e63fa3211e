import '@cloudscape-design/global-styles/index.css';
import 'virtual:theme.css';
import './app/theme.css';
import './app/app.css';
import { noteFirstScript } from './app/new-version.ts';
import { preloadPage } from './app/preload-page.ts';

void import('./main.tsx');

noteFirstScript(import.meta.url);

preloadPage(location.pathname);
