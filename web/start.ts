import '@cloudscape-design/global-styles/index.css';
import 'virtual:theme.css';
import './app/theme.css';
import './app/app.css';
import { preloadPage } from './app/preload-page.ts';

void import('./main.tsx');

preloadPage(location.pathname);
