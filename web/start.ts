import '@cloudscape-design/global-styles/index.css';
import 'virtual:theme.css';
import './app/theme.css';
import './app/app.css';
import { askForPage } from './app/preload-page.ts';

void import('./main.tsx');

askForPage(location.pathname);
