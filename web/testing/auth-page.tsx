import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { paths } from '#shared/paths.ts';
import type { Output } from '#shared/route.ts';
import type { auth } from '#shared/routes/auth.ts';
import { config, setConfig } from '#web/data/config.ts';
import { refused } from './auth.ts';
import { testConfig } from './config.ts';
import { openPages, place } from './page.tsx';

type Account = Output<typeof auth.listSessions>;

/** What the server knows of the account that is signed in. */
let account = (): Account => ({ sessions: [], secondFactor: false });
export const setAccount = (next: () => Account) => {
  account = next;
};

type Name = 'login' | 'setPassword' | 'changePassword' | 'requestCode' | 'resetPassword';

/** A page on the way in, with an API that answers one call after the other. Other pages show their address only. */
export const openAuthPage = async (name: Name, page: ReactNode, ...answers: (() => Response)[]) => {
  const sent: [string, unknown][] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    // What the page reads by itself, before and between.
    if (init.method === 'GET') return Promise.resolve(Response.json(account()));
    sent.push([path, JSON.parse(String(init.body ?? '{}'))]);
    return Promise.resolve(answers[sent.length - 1]?.() ?? refused('ServiceUnavailable', 503));
  });
  const { user, router } = await openPages({ [name]: page }, paths[name](place), place, config());
  return { user, sent, address: () => router.state.location.pathname + router.state.location.search };
};

/** The address of the document is a page's own. */
export const beginAnew = (name: Name, fragment = '') => {
  setConfig(testConfig);
  history.replaceState(null, '', paths[name](place) + fragment);
};

export const strong = 'Correct-Horse-1';

export const rulesMet = () =>
  screen
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent.endsWith('(met)'))
    .map(({ textContent }) => textContent.replace(' (met)', ''));
