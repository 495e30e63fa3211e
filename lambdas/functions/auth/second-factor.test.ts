import { expect, jest, test } from '@jest/globals';
import { buildStoredUser, buildContext, staff } from '#lambdas/testing/callers.ts';
import { createSecondFactorHandlers } from './second-factor.ts';

type Collaborators = Parameters<typeof createSecondFactorHandlers>[0];

const row = buildStoredUser({ secondFactor: true });
const context = { ...buildContext(staff), cookies: ['__Host-access-nuk=own-access'] };
const issuedTokens = { accessToken: 'checked-access', refreshToken: 'checked-refresh' };

/** Creates the handlers with a simulated Cognito, which accepts the password and may ask for a code. */
const openPortal = ({ asksForCode }: { readonly asksForCode: boolean }) => {
  const revoke = jest.fn<Collaborators['pools']['revoke']>(async () => {});
  const reconcileSecondFactor = jest.fn<Collaborators['ownAccountChanges']['reconcileSecondFactor']>(
    async (user) => user,
  );
  const createSecondFactor = jest.fn<Collaborators['pools']['createSecondFactor']>(async () => 'secret');
  const collaborators = {
    pools: {
      signIn: async () => (asksForCode ? { challenge: { name: 'SOFTWARE_TOKEN_MFA' } } : { tokens: issuedTokens }),
      answerCode: async () => issuedTokens,
      createSecondFactor,
      stopSecondFactor: async () => {},
      revoke,
    },
    users: { get: async () => row },
    attemptCounts: {
      reserveAttempt: async () => ({ id: 'row-1', token: 'token-1' }),
      releaseAttempt: async () => {},
      countAttempt: async () => 1,
      deleteAttempts: async () => {},
    },
    ownAccountChanges: { reconcileSecondFactor, recordSecondFactor: async () => {} },
  } as unknown as Collaborators;
  return { handlers: createSecondFactorHandlers(collaborators), revoke, reconcileSecondFactor, createSecondFactor };
};

const password = 'Right-Password-1!';

test('records that codes were switched off in Cognito if the password alone is enough', async () => {
  const { handlers, reconcileSecondFactor } = openPortal({ asksForCode: false });
  expect(await handlers.startSecondFactor({ region: 'nuk', password }, context)).toEqual({
    body: { secret: 'secret' },
  });
  expect(reconcileSecondFactor.mock.calls).toEqual([[row, false, 'request-1']]);
});

test('revokes the tokens that were issued while checking the password', async () => {
  for (const asksForCode of [false, true]) {
    const { handlers, revoke } = openPortal({ asksForCode });
    await handlers.stopSecondFactor({ region: 'nuk', password, code: '123456' }, context);
    expect(revoke.mock.calls).toEqual([['nuk', 'checked-refresh']]);
  }
});

test('changes nothing if the required code is missing', async () => {
  const { handlers, createSecondFactor } = openPortal({ asksForCode: true });
  await expect(handlers.startSecondFactor({ region: 'nuk', password }, context)).rejects.toMatchObject({
    code: 'InvalidParameterException',
    problems: [{ path: 'code', rule: 'required' }],
  });
  expect(createSecondFactor).not.toHaveBeenCalled();
});
