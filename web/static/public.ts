import '#web/features/landing/landing.css';
import '#web/features/legal/legal.css';
import '#web/ui/front-page.css';
import '#web/ui/page.css';
import '#web/ui/parcel.css';
import { openPublicPage } from './open-public-page.ts';

openPublicPage();
