import * as z from 'zod/mini';
import type { User } from '#lambdas/directory/user-row.ts';
import type { UsersStore } from '#lambdas/directory/users.ts';
import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import { regionIds } from '#shared/regions.ts';
import { bounceOf } from './bounce.ts';

const batch = z.object({ Records: z.array(z.object({ messageId: z.string(), body: z.string() })) });

type Collaborators = { readonly users: Pick<UsersStore, 'findByEmail' | 'noteBounce'>; readonly log: Log };

/** Which messages the queue has to hand out again. */
type Answer = { readonly batchItemFailures: readonly { readonly itemIdentifier: string }[] };

/** Notes at users that the portal's emails don't reach them. Whoever is nobody's user is passed over; the same event twice changes nothing. */
export const bouncesHandler = ({ users, log }: Collaborators) => {
  const usersOf = async (email: string): Promise<User[]> => {
    const found = await Promise.all(regionIds.map((region) => users.findByEmail(region, email)));
    return found.filter((user) => user !== undefined);
  };

  const note = async (body: string): Promise<void> => {
    const { at, emails } = bounceOf(body);
    for (const user of (await Promise.all(emails.map(usersOf))).flat()) {
      await users.noteBounce(user, at);
      log('info', 'bounce noted', { region: user.region, sub: user.sub });
    }
  };

  return async (queued: unknown): Promise<Answer> => {
    const failed: string[] = [];
    for (const { messageId, body } of batch.parse(queued).Records) {
      try {
        await note(body);
      } catch (error) {
        log('error', 'bounce not noted', { requestId: messageId, error: errorFields(error) });
        failed.push(messageId);
      }
    }
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };
};
