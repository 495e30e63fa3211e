import { randomUUID } from 'node:crypto';
import { runCommandLine } from '../command-line.ts';
import { explainError } from './users/change-user.ts';
import { createUser } from './users/create.ts';
import type { CreatedUser } from './users/create.ts';
import { openDirectory } from './users/directory.ts';
import type { Options } from './users/options.ts';
import { parseOptions, usage } from './users/options.ts';

const describeSignIn = ({ user: { email, inviteExpiresAt }, signInMethod }: CreatedUser): string =>
  ({
    invitation: `${email} has been sent an invitation, until ${inviteExpiresAt}.`,
    password: `${email} can sign in with the password that you gave.`,
    'own password': `${email} has chosen a password already: no invitation was sent.`,
  })[signInMethod];

const create = async (options: Options) => {
  const { stage: name, state, region, email, groups, password, store: storeId } = options;
  const { 'store-name': storeName = storeId } = options;
  const { directory } = await openDirectory(name, state);
  const actor = { by: 'operator', requestId: randomUUID() };
  const person = { region, email, storeId, storeName, roles: groups };
  const result = await createUser(directory, actor, person, password).catch((error: unknown) => {
    throw new Error(explainError(error, email), { cause: error });
  });
  console.log(
    [
      `${region} on ${name}: ${describeSignIn(result)}`,
      `Groups: ${result.user.groups.join(', ')}`,
      `Store:  ${result.user.storeName} (${result.user.storeId})${result.user.storeId === storeId ? '' : `, which ${storeId} means`}`,
      `Recorded as ${actor.requestId}.`,
    ].join('\n'),
  );
};

await runCommandLine({ usage, read: parseOptions, run: create, explain: explainError });
