import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import type { Group } from '#shared/groups.ts';
import type { AuthObject } from '#shared/routes/auth.ts';
import { showAlertsOfNavigation } from '#web/app/navigation-alerts.ts';
import { routeObjects } from '#web/app/router.tsx';
import { setConfig } from '#web/data/config.ts';

const region = { returnsAvailable: false, returnPeriodDays: 30, supportUrl: 'https://support.example.com/' };

/** For tests: a configuration as a stage may have it. */
export const configForTest = {
  stage: 'test',
  trackingUrl: 'https://tracking.example.com/',
  captcha: { provider: 'recaptcha', scriptUrl: 'https://captcha.example.com/api.js', siteKey: 'site-key' },
  provider: { name: 'Example Repairs Ltd', address: ['1 Example Street', 'London'], email: 'repairs@example.com' },
  regions: {
    nuk: region,
    ndach: region,
    nfr: {
      ...region,
      legal: { privacyPolicy: 'https://fr.example.com/privacy', termsOfService: 'https://fr.example.com/terms' },
    },
  },
};

export const authFor = (userGroups: Group[], expires = Date.now() + 600_000): AuthObject => ({
  email: 'sam@example.com',
  userGroups,
  isAdminUser: userGroups.includes('admin'),
  isRegisterReturnsAllowed: false,
  jwt_expired: new Date(expires).toISOString(),
});

/** For tests: the whole site at an address, with an API that answers as told, or throws where nothing comes; unknown calls are 404. */
export const openSite = (
  address: string,
  answers: Readonly<Record<string, () => Response>> = {},
  config = configForTest,
) => {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const name = `${init?.method ?? 'GET'} ${path.replace(/\?.*/, '')}`;
    calls.push(name);
    return answers[name]?.() ?? Response.json({ message: 'Not Found' }, { status: 404 });
  });
  setConfig(config);
  // The guard asks the browser's own address too.
  history.replaceState(null, '', address);
  const router = createMemoryRouter(routeObjects, { initialEntries: [address] });
  showAlertsOfNavigation(router);
  render(<RouterProvider router={router} />);
  return { router, calls, user: userEvent.setup({ delay: null }), path: () => router.state.location.pathname };
};
