import { data, replace } from 'react-router';
import type { MiddlewareFunction } from 'react-router';
import type { Prefix } from '#shared/regions.ts';
import { speak } from '#web/language/i18n.ts';
import { settleAddress } from './addresses.ts';
import { speakCloudscape } from './cloudscape-texts.ts';
import { languageCookie, preferredPrefix } from './language.ts';

export const browsersPrefix = () => preferredPrefix(document.cookie, navigator.languages);

const settleLanguage = async (prefix: Prefix) => {
  await Promise.all([speak(prefix), speakCloudscape(prefix)]);
  document.cookie = languageCookie(prefix, location.protocol === 'https:');
};

/** Runs first on every navigation: the address's one spelling, then its language. */
export const settle: MiddlewareFunction = async ({ url }, next) => {
  const settled = settleAddress(url.pathname, browsersPrefix());
  // The fragment of the document's own address isn't part of the request.
  const fragment = url.pathname === location.pathname ? location.hash : '';
  if (settled.type === 'redirect') throw replace(settled.to + url.search + fragment);
  await settleLanguage(settled.type === 'ok' ? settled.prefix : browsersPrefix());
  if (settled.type === 'notFound') throw data(undefined, { status: 404 });
  return next();
};
