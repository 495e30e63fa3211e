import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#shared/config/limits.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { findHeading, openSite } from '#web/testing/site.tsx';
import { isOutdated, rememberFirstScript } from './new-version.ts';

vi.mock('#web/browser/load-document.ts');

const checkIntervalMs = limits.web.versionCheckMinutes * 60_000 + 1;
let now = Date.now();

beforeEach(() => {
  vi.spyOn(Date, 'now').mockImplementation(() => now);
});

/** Creates a response with a document of the site whose first script has this name. */
const respondWithDocument = (script: string) => () =>
  new Response(`<script type="module" src="/assets/${script}"></script>`, { headers: { 'content-type': 'text/html' } });

test('loads the document of the next page once the site has a new version', async () => {
  let respond = respondWithDocument('start-old.js');
  let isOnline = true;
  const { router, calls } = openSite('/UK/nuk/legal-information/privacy-policy', {
    'GET /index.html': () => respond(),
    'GET /config.json': () => {
      if (!isOnline) throw new TypeError('offline');
      return Response.json({});
    },
  });
  await findHeading('Privacy policy');
  rememberFirstScript('https://portal.example.com/assets/start-old.js');
  const openTerms = () => router.navigate('/UK/nuk/legal-information/terms-of-service');
  const openPolicy = () => router.navigate('/UK/nuk/legal-information/privacy-policy');

  await openTerms();
  expect(calls).toEqual([]);
  now += checkIntervalMs;
  await openPolicy();
  await openTerms();
  expect(calls).toEqual(['GET /index.html']);

  respond = () => new Response('', { status: 503 });
  now += checkIntervalMs;
  await openPolicy();
  respond = respondWithDocument('start-new.js');
  now += checkIntervalMs;
  await openTerms();
  await waitFor(() => expect(isOutdated()).toBe(true));
  expect(loadDocument).not.toHaveBeenCalled();

  // A response of a public network's sign-in page does not change the result.
  respond = () => new Response('<p>Sign in to this network</p>');
  now += checkIntervalMs;
  expect(isOutdated()).toBe(true);
  await waitFor(() => expect(calls.filter((call) => call === 'GET /index.html')).toHaveLength(4));
  expect(isOutdated()).toBe(true);

  // A change of only the query string keeps the document.
  await router.navigate('/UK/nuk/legal-information/terms-of-service?x=1');
  expect(router.state.location.search).toBe('?x=1');
  expect(loadDocument).not.toHaveBeenCalled();

  // Without a connection, another document would not load.
  isOnline = false;
  await openPolicy();
  expect(router.state.location.pathname).toBe('/UK/nuk/legal-information/privacy-policy');
  expect(loadDocument).not.toHaveBeenCalled();
  isOnline = true;
  void openTerms();
  await waitFor(() =>
    expect(loadDocument).toHaveBeenCalledExactlyOnceWith('/UK/nuk/legal-information/terms-of-service'),
  );
});
