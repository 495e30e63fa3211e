import { I18nProvider } from '@cloudscape-design/components/i18n';
import messages from '@cloudscape-design/components/i18n/messages/all.en-GB.json';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, vi } from 'vitest';
import { patterns } from '#shared/api/paths.ts';
import type { Prefix, RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import type { WebConfig } from '#shared/config/web-config.ts';
import { RoutingProvider } from '#web/app/routing-provider.tsx';
import { setConfig } from '#web/data/config.ts';
import { QueryScope } from '#web/data/query-scope.tsx';
import { setLanguage } from '#web/i18n/load-texts.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { buildAuth } from './auth.ts';
import { testConfig } from './config.ts';

/** Default place (language and region) of the pages that a test opens. */
export const place = { prefix: 'UK', region: 'nuk' } as const;

/** Returns the queries within a form field. Throws if the page has no such field. */
export const field = (name: string) => {
  const wrapper = document.querySelector<HTMLElement>(`[data-field="${name}"]`);
  if (!wrapper) throw new Error(`No field ${name}`);
  return within(wrapper);
};

/** Chooses an option in the list of a form field. */
export const choose = async (user: UserEvent, name: string, option: string | RegExp) => {
  await user.click(field(name).getAllByRole('button')[0] as HTMLElement);
  await user.click(await screen.findByRole('option', { name: option }));
};

export const readTexts = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);

/** Returns the value element for a label in the first matching description list. */
export const findFactValue = (label: string) =>
  screen.getAllByText(label, { selector: 'dt, dt *' })[0]?.closest('dt')?.nextElementSibling;

type Request = { readonly method: string; readonly url: URL; readonly body: Record<string, unknown> | undefined };
type Answer = (
  request: Request,
) => { readonly status?: number; readonly body: unknown } | Promise<{ status?: number; body: unknown }>;

/** Answers all calls of the page with `answer`. Returns the requests, a list that grows with each call. */
export const answerCalls = (answer: Answer) => {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : undefined;
    const request = { method: init.method ?? 'GET', url: new URL(path, location.origin), body };
    requests.push(request);
    const { status = 200, body: responseBody } = await answer(request);
    return Response.json(responseBody, { status });
  });
  return requests;
};

/** Simulates the user's return to the tab, after which the page requests its data again. Repeats the event until a request is sent, because the page may not listen yet when its rows appear. */
export const returnToPage = async (requests: readonly Request[]) => {
  const countBefore = requests.length;
  await waitFor(() => {
    if (requests.length === countBefore) fireEvent(document, new Event('visibilitychange'));
    expect(requests.length).toBeGreaterThan(countBefore);
  });
};

/** Pastes a text into a field; the part from the first brace is typed as keys. */
export const fillField = async (user: UserEvent, control: Element, text: string) => {
  const [, plain = '', keys = ''] = /^([^{]*)(.*)$/s.exec(text) ?? [];
  await user.click(control);
  if (plain !== '') await user.paste(plain);
  if (keys !== '') await user.keyboard(keys);
};

export const signInAs = (region: RegionId, { name = 'sam', isAdmin = false, hasReturns = false } = {}) =>
  sessionStore.signIn(region, {
    ...buildAuth([regions[region].group, isAdmin ? 'admin' : 'register-repairs']),
    email: `${name}@${region}.example`,
    isRegisterReturnsAllowed: hasReturns,
  });

type Pages = { readonly [Name in keyof typeof patterns]?: ReactNode };

/** Renders pages of the portal, starting at a path. Other paths render nothing. */
export const openPages = async (
  pages: Pages,
  path: string,
  currentPlace: { prefix: Prefix; region: RegionId } = place,
  config: WebConfig = testConfig,
) => {
  setConfig(config);
  await setLanguage(currentPlace.prefix);
  const routes = Object.entries(pages).map(([name, element]) => ({
    path: patterns[name as keyof typeof patterns],
    element: <RoutingProvider>{element}</RoutingProvider>,
  }));
  const router = createMemoryRouter([...routes, { path: '*', element: null }], { initialEntries: [path] });
  render(
    <I18nProvider locale="en-GB" messages={[messages]}>
      <QueryScope>
        <RouterProvider router={router} />
      </QueryScope>
    </I18nProvider>,
  );
  return { user: userEvent.setup({ delay: null }), router };
};
