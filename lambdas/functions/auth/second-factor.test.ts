import { expect, jest, test } from '@jest/globals';
import { buildStoredUser, contextFor, staff } from '#lambdas/testing/callers.ts';
import { secondFactorHandlers } from './second-factor.ts';

type Collaborators = Parameters<typeof secondFactorHandlers>[0];

const row = buildStoredUser({ secondFactor: true });
const session = { ...contextFor(staff), cookies: ['__Host-access-nuk=own-access'] };
const issued = { accessToken: 'checked-access', refreshToken: 'checked-refresh' };

/** Creates the handlers with a Cognito that asks for a code, or for none, after the right password. */
const openPortal = ({ asksForCode }: { readonly asksForCode: boolean }) => {
  const revoke = jest.fn<Collaborators['pools']['revoke']>(async () => {});
  const settleSecondFactor = jest.fn<Collaborators['ownChanges']['settleSecondFactor']>(async (user) => user);
  const newSecondFactor = jest.fn<Collaborators['pools']['newSecondFactor']>(async () => 'secret');
  const collaborators = {
    pools: {
      signIn: async () => (asksForCode ? { challenge: { name: 'SOFTWARE_TOKEN_MFA' } } : { tokens: issued }),
      answerCode: async () => issued,
      newSecondFactor,
      stopSecondFactor: async () => {},
      revoke,
    },
    users: { get: async () => row },
    store: {
      reserveAttempt: async () => ({ id: 'row-1', token: 'token-1' }),
      releaseAttempt: async () => {},
      countAttempt: async () => 1,
      deleteAttempts: async () => {},
    },
    ownChanges: { settleSecondFactor, noteSecondFactor: async () => {} },
  } as unknown as Collaborators;
  return { handlers: secondFactorHandlers(collaborators), revoke, settleSecondFactor, newSecondFactor };
};

const password = 'Right-Password-1!';

test('records that codes were switched off past the portal if the password alone signs in', async () => {
  const { handlers, settleSecondFactor } = openPortal({ asksForCode: false });
  expect(await handlers.startSecondFactor({ region: 'nuk', password }, session)).toEqual({
    body: { secret: 'secret' },
  });
  expect(settleSecondFactor.mock.calls).toEqual([[row, false, 'request-1']]);
});

test('revokes the tokens that checking the owner issued', async () => {
  for (const asksForCode of [false, true]) {
    const { handlers, revoke } = openPortal({ asksForCode });
    await handlers.stopSecondFactor({ region: 'nuk', password, code: '123456' }, session);
    expect(revoke.mock.calls).toEqual([['nuk', 'checked-refresh']]);
  }
});

test('changes nothing without the code that Cognito asks for', async () => {
  const { handlers, newSecondFactor } = openPortal({ asksForCode: true });
  await expect(handlers.startSecondFactor({ region: 'nuk', password }, session)).rejects.toMatchObject({
    code: 'InvalidParameterException',
    problems: [{ path: 'code', rule: 'required' }],
  });
  expect(newSecondFactor).not.toHaveBeenCalled();
});
