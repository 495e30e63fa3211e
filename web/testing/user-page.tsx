import { screen, within } from '@testing-library/react';
import * as z from 'zod/mini';
import { paths } from '#shared/api/paths.ts';
import type { Prefix, RegionId } from '#shared/config/regions.ts';
import { buildUser } from '#shared/testing/user.ts';
import type { Role } from '#shared/users/groups.ts';
import { UserOperationsPage } from '#web/features/users/user/user-operations-page.tsx';
import { alertStore } from '#web/ui/alerts.ts';
import { apiError } from './auth.ts';
import { testConfig } from './config.ts';
import { answerCalls, openPages, place, signInAs } from './page.tsx';
import { buildUserResponse, storesResponse } from './user.ts';
import type { buildAuditEvent } from './user.ts';

export const { sub } = buildUser();
type UserResponse = ReturnType<typeof buildUserResponse>;
type Options = {
  readonly user: UserResponse;
  readonly events?: readonly ReturnType<typeof buildAuditEvent>[];
  /** Error codes for successive changes; further changes succeed. */
  readonly errorCodes?: readonly string[];
  /** Fails the second request of the user and of the history, which refreshes them after a change. */
  readonly failsRefresh?: boolean;
  /** Delays the response to a change. */
  readonly responseDelay?: Promise<void>;
  readonly at?: { prefix: Prefix; region: RegionId };
  readonly config?: typeof testConfig;
};

/** Applies a change to a user as the server does. */
const applyChange = ({ user, sessions, obstacles }: UserResponse, path: string, body: unknown): UserResponse => {
  const { role, ...fields } = z.looseObject({ role: z.optional(z.custom<Role>()) }).parse(body);
  const roles = path === 'add-to-group' ? [...user.roles, role] : user.roles.filter((current) => current !== role);
  const changes = {
    ...(role && { roles: roles.filter((current) => current !== undefined) }),
    ...(path === 'enable' && { enabled: true }),
    ...(path === 'change-store' && fields),
  };
  return buildUserResponse(
    { ...user, ...changes, version: user.version + 1 },
    { sessions, obstacles: path === 'enable' ? [] : obstacles },
  );
};

/** Opens a user's page. */
export const open = async ({
  user,
  events = [],
  errorCodes = [],
  failsRefresh = false,
  responseDelay,
  at = place,
  config = testConfig,
}: Options) => {
  let currentResponse = user;
  const remainingErrorCodes = [...errorCodes];
  signInAs(at.region, { isAdmin: true });
  const requests = answerCalls(async ({ method, url, body }) => {
    if (url.pathname.includes('/stores/')) return { body: storesResponse };
    const requestCount = requests.filter((request) => request.url.pathname === url.pathname).length;
    if (failsRefresh && method === 'GET' && requestCount === 2) return apiError('ServiceUnavailable', 503);
    if (url.pathname.endsWith('/audit')) return { body: { items: events } };
    if (method === 'GET') return { body: currentResponse };
    await responseDelay;
    const code = remainingErrorCodes.shift();
    if (code !== undefined) return apiError(code, 409);
    if (url.pathname.endsWith('/delete')) return { body: {} };
    currentResponse = applyChange(currentResponse, url.pathname.split('/').at(-1) ?? '', body);
    return { body: currentResponse.user };
  });
  const page = await openPages(
    { individualUserOperations: <UserOperationsPage />, manageUsers: <p>the list</p> },
    paths.individualUserOperations(at, sub),
    at,
    config,
  );
  await screen.findByRole('heading', { level: 1, name: user.user.email });
  return {
    ...page,
    requests,
    sent: () => requests.filter(({ method }) => method === 'POST').map(({ url, body }) => [url.pathname, body]),
  };
};
export const getButton = (name: string) => screen.getByRole('button', { name });
export const getGroupCheckbox = (name: string) =>
  within(screen.getByRole('list', { name: 'Groups' })).getByRole('checkbox', { name });
/** Returns the description below the heading. */
export const getPageDescription = () => document.querySelector('.page-description');
export const getShownAlerts = () => alertStore.get().map(({ key, values, type }) => ({ key, values, type }));

const buildSession = (id: string) => ({
  id,
  startedAt: '2026-11-02T09:30:00.000Z',
  lastSeenAt: '2026-11-02T10:15:00.000Z',
  device: { browser: 'firefox', system: 'windows' } as const,
  isCurrent: false,
});
export const sessions = [buildSession('s1'), buildSession('s2')];
export const getEndSessionButtons = () =>
  screen.getAllByRole('button', { name: 'End the session with Firefox on Windows' });
export const inviteExpiredObstacle = { type: 'inviteExpired', since: '2026-11-01T08:00:00.000Z' } as const;
