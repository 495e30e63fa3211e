import { webConfigPath } from '#shared/api/headers.ts';
import { paths } from '#shared/api/paths.ts';
import { isPrefix, isRegionId } from '#shared/config/regions.ts';
import { waitForFirstPaint } from '#web/browser/first-paint.ts';
import { preloadFile } from '#web/data/preloaded-requests.ts';
import { findRequestedPage } from '#web/session/requested-page.ts';
import { watchEarlySubmit } from './early-submit.ts';
import { showOptionalParts } from './optional-parts.ts';
import { prefetchNextPage } from './prefetch-next-page.ts';
import { prepareDocument, showLoadFailure } from './prepare-document.ts';

const [, prefix = '', region = ''] = location.pathname.split('/');
if (!isPrefix(prefix) || !isRegionId(region)) throw new Error(`${location.pathname} is no prerendered page.`);

prepareDocument(prefix);
showOptionalParts({ prefix, region });
watchEarlySubmit();
prefetchNextPage(findRequestedPage({ prefix, region }) ?? paths.home({ prefix, region }));
preloadFile(webConfigPath);
waitForFirstPaint()
  .then(() => import('./hydrate.tsx'))
  .then(({ hydratePage }) => hydratePage({ prefix, region }))
  .catch(showLoadFailure);
