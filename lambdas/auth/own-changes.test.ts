import { expect, test } from '@jest/globals';
import { ownChanges } from './own-changes.ts';

test('a password set before the invitation has come to its end is answered with a code of its own', async () => {
  const none = async () => undefined;
  const { notePassword } = ownChanges({
    users: { get: none, notePassword: none, noteSecondFactor: none, noteEvent: none },
    pools: { signOutEverywhere: none, subOf: async () => 'sub-1' },
    auditTable: 'audit',
    newId: () => 'id',
    now: () => new Date(),
    wait: none,
  });
  const set = { region: 'nuk', sub: 'sub-1', action: 'passwordSet', requestId: 'r', now: new Date() } as const;
  await expect(notePassword(set)).rejects.toMatchObject({ code: 'InvitationIncomplete' });
});
