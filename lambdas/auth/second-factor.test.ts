import { expect, jest, test } from '@jest/globals';
import { by, staff } from '#lambdas/testing/callers.ts';
import { limits } from '#shared/limits.ts';
import { secondFactorHandlers } from './second-factor.ts';

const named = (name: string) => Object.assign(new Error(name), { name });

test('wrong codes after the right password are told to their owner once, of whoever is signed in, too', async () => {
  let failures = 0;
  const noteWrongCodes = jest.fn(async () => {});
  const parts = {
    pools: {
      signIn: async () => ({ challenge: { username: 'sub-1', session: 'session-1' }, asks: 'secondFactor' }),
      answerCode: () => Promise.reject(named('CodeMismatchException')),
    },
    store: { countAttempt: async (kind: string) => (kind === 'second-factor' ? (failures += 1) : 1) },
    ownChanges: { noteWrongCodes },
  } as unknown as Parameters<typeof secondFactorHandlers>[0];
  const { stopSecondFactor } = secondFactorHandlers(parts);
  for (let time = 1; time <= limits.attempts.max; time += 1) {
    await expect(stopSecondFactor({ region: 'nuk', password: 'x', code: '123456' }, by(staff))).rejects.toMatchObject({
      code: 'CodeMismatchException',
    });
    expect(noteWrongCodes).toHaveBeenCalledTimes(time < limits.attempts.told ? 0 : 1);
  }
});
