import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import type { Output } from '#shared/api/route.ts';
import type { auth } from '#shared/api/routes/auth.ts';
import type { DailyEmail } from '#shared/users/daily-email.ts';
import { getConfig, setConfig } from '#web/data/config.ts';
import { apiErrorResponse } from './auth.ts';
import { testConfig } from './config.ts';
import { openPages, place } from './page.tsx';

type Account = Output<typeof auth.listSessions>;

/** Account that the server returns for the signed-in user. */
let account = (): Account => ({ sessions: [], secondFactor: false });
/** Response about the user's daily email. */
let dailyEmailResponse = () => Response.json({ state: 'off' } satisfies DailyEmail);
export const setDailyEmail = (respond: typeof dailyEmailResponse) => {
  dailyEmailResponse = respond;
};
export const setAccount = (next: () => Account) => {
  account = next;
};

type Name = 'login' | 'setPassword' | 'changePassword' | 'requestCode' | 'resetPassword';

/**
 * Opens an auth page with an API that returns the given responses to POST requests in order. Returns these requests as
 * `sent` (path and body). A navigation to another page only changes `currentPath`.
 */
export const openAuthPage = async (name: Name, page: ReactNode, ...answers: (() => Response)[]) => {
  const sent: [string, unknown][] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    // GET requests, which the page sends by itself, do not consume a response.
    if (init.method === 'GET')
      return Promise.resolve(path.endsWith('/daily-email') ? dailyEmailResponse() : Response.json(account()));
    sent.push([path, JSON.parse(String(init.body ?? '{}'))]);
    return Promise.resolve(answers[sent.length - 1]?.() ?? apiErrorResponse('ServiceUnavailable', 503));
  });
  const { user, router } = await openPages({ [name]: page }, paths[name](place), place, getConfig());
  return { user, sent, currentPath: () => router.state.location.pathname + router.state.location.search };
};

/** Resets the config and sets the document's URL to that of the page. */
export const resetAuthPage = (name: Name, fragment = '') => {
  setConfig(testConfig);
  history.replaceState(null, '', paths[name](place) + fragment);
};

export const strongPassword = 'Correct-Horse-1';

/** Returns the password rules that the page marks as met. */
export const findMetRules = () =>
  screen
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent.endsWith('(met)'))
    .map(({ textContent }) => textContent.replace(' (met)', ''));
