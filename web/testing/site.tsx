import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import type { WebConfig } from '#shared/config/web-config.ts';
import { showAlertsOnNavigation } from '#web/app/navigation-alerts.ts';
import { routeObjects } from '#web/app/router.tsx';
import { setConfig } from '#web/data/config.ts';
import { buildAuth } from './auth.ts';
import { testConfig } from './config.ts';

const regionWithoutReturns = { ...testConfig.regions.nuk, returnsAvailable: false };

export const configWithoutReturns: WebConfig = {
  ...testConfig,
  regions: {
    nuk: regionWithoutReturns,
    ndach: regionWithoutReturns,
    nfr: { ...regionWithoutReturns, legal: testConfig.regions.nfr.legal },
  },
};

export const buildStaffAuth = () => buildAuth(['NUK', 'register-repairs']);
/** Answers of a server that has no repairs, for `openSite`. */
export const answersWithoutRepairs = { 'GET /api/repairs/nuk': () => Response.json({ items: [] }) };
export const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** Opens the whole site at a path. Each call gets the response (or error) that `answers` defines for `METHOD path`; other calls get 404. */
export const openSite = (
  path: string,
  answers: Readonly<Record<string, () => Response>> = {},
  config = configWithoutReturns,
) => {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const name = `${init?.method ?? 'GET'} ${url.replace(/\?.*/, '')}`;
    calls.push(name);
    return answers[name]?.() ?? Response.json({ message: 'Not Found' }, { status: 404 });
  });
  setConfig(config);
  // The middleware also reads `location`.
  history.replaceState(null, '', path);
  const router = createMemoryRouter(routeObjects, { initialEntries: [path] });
  showAlertsOnNavigation(router);
  render(<RouterProvider router={router} />);
  return { router, calls, user: userEvent.setup({ delay: null }), getPath: () => router.state.location.pathname };
};
