import { queueBatch, workOff } from '#lambdas/aws/queue-batch.ts';
import type { BatchAnswer } from '#lambdas/aws/stream-batch.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import type { UsersStore } from '#lambdas/directory/users.ts';
import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import { regionIds } from '#shared/regions.ts';
import { bounceOf } from './bounce.ts';

type Collaborators = {
  readonly users: Pick<UsersStore, 'findByEmail' | 'noteBounce'>;
  readonly now: () => Date;
  readonly log: Log;
};

/** An invitation that was broken off gets its row when somebody completes it: so long its bounce is handed out again. */
const longestInvitationMs = 10 * 60_000;

/** Notes at users that the portal's emails don't reach them, and in the log who reported one as spam. Whoever stays nobody's user is passed over; the same event twice changes nothing. */
export const bouncesHandler = ({ users, now, log }: Collaborators) => {
  const usersOf = async (email: string): Promise<User[]> => {
    const found = await Promise.all(regionIds.map((region) => users.findByEmail(region, email)));
    return found.filter((user) => user !== undefined);
  };

  const note = async (body: string): Promise<void> => {
    const { sentAt, emails, isComplaint } = bounceOf(body);
    const found = (await Promise.all(emails.map(usersOf))).flat();
    if (emails.length > 0 && found.length === 0 && now().getTime() - Date.parse(sentAt) < longestInvitationMs)
      throw new Error('nobody is known by this address yet');
    for (const user of found) {
      if (!isComplaint) await users.noteBounce(user, sentAt);
      log('info', isComplaint ? 'reported as spam' : 'bounce noted', { region: user.region, sub: user.sub });
    }
  };

  return async (queued: unknown): Promise<BatchAnswer> =>
    workOff(queueBatch.parse(queued).Records, async ({ messageId, body }) => {
      try {
        await note(body);
        return true;
      } catch (error) {
        log('error', 'bounce not noted', { requestId: messageId, error: errorFields(error) });
        return false;
      }
    });
};
