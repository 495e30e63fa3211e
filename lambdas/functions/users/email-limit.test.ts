import { describe, expect, jest, test } from '@jest/globals';
import type { CountForDay } from '#lambdas/lib/http/daily-limits.ts';
import { admin, buildContext, now, buildStoredUser } from '#lambdas/testing/callers.ts';
import { AppError } from '#shared/api/errors.ts';
import { users as routes } from '#shared/api/routes/users.ts';
import { createByRegion } from '#shared/config/regions.ts';
import type { UsersCollaborators } from './user-handlers.ts';
import { createUserHandlers } from './user-handlers.ts';

const user = buildStoredUser();
const callerRef = { region: 'nuk', sub: admin.sub } as const;

const openHandlers = (countForDay: CountForDay = async () => {}) => {
  const count = jest.fn(countForDay);
  const administration = { invite: jest.fn(async () => user), addToGroup: jest.fn(async () => user) };
  const handlers = createUserHandlers({
    users: { get: async () => user, countAdmins: async () => 12 },
    administration,
    countForDay: count,
    regions: createByRegion(() => ({ returnsAvailable: true })),
    configuredGroups: [],
    adminsNeedSecondFactor: false,
  } as unknown as UsersCollaborators);
  const person = { email: 'kim@store.example', storeId: 'UK-1', storeName: 'One' };
  return {
    count,
    administration,
    invite: (role: 'admin' | 'register-repairs') =>
      handlers.registerUser({ region: 'nuk', ...person, roles: [role] }, buildContext(admin)),
    addToGroup: (role: 'admin' | 'register-repairs') =>
      handlers.addToGroup({ region: 'nuk', sub: user.sub, version: user.version, role }, buildContext(admin)),
  };
};

describe.each(['invite', 'addToGroup'] as const)('%s', (action) => {
  test('counts the emails that announce a new admin', async () => {
    const { count, ...handlers } = openHandlers();
    await handlers[action]('admin');
    expect(count.mock.calls).toEqual([['emails', callerRef, 12, now]]);
  });

  test('counts no emails for other roles', async () => {
    const { count, ...handlers } = openHandlers();
    await handlers[action]('register-repairs');
    expect(count).not.toHaveBeenCalled();
  });

  test('creates no admin if the daily limit is exceeded', async () => {
    const { administration, ...handlers } = openHandlers(async () => {
      throw new AppError('LimitExceededException');
    });
    await expect(handlers[action]('admin')).rejects.toMatchObject({ code: 'LimitExceededException' });
    expect(administration[action]).not.toHaveBeenCalled();
  });
});

test.each(['disableUser', 'deleteUser', 'removeFromGroup', 'endSessions'] as const)('%s has no daily limit', (name) => {
  expect(routes[name]).not.toHaveProperty('daily');
});
