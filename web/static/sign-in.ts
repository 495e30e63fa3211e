import { webConfigPath } from '#shared/api/headers.ts';
import { isPrefix, isRegionId } from '#shared/config/regions.ts';
import { waitForFirstPaint } from '#web/browser/first-paint.ts';
import { preloadFile } from '#web/data/preloaded-requests.ts';
import { watchEarlySubmit } from './early-submit.ts';
import { openDocument, showLoadFailure } from './open-document.ts';
import { showOptionalParts } from './optional-parts.ts';
import { prefetchNextPage } from './prefetch-next-page.ts';

const [, prefix = '', region = ''] = location.pathname.split('/');
if (!isPrefix(prefix) || !isRegionId(region)) throw new Error(`${location.pathname} is no prerendered page.`);

openDocument(prefix);
showOptionalParts({ prefix, region });
watchEarlySubmit();
prefetchNextPage();
preloadFile(webConfigPath);
waitForFirstPaint()
  .then(() => import('./hydrate.tsx'))
  .then(({ hydratePage }) => hydratePage({ prefix, region }))
  .catch(showLoadFailure);
