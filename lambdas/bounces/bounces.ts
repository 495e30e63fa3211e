import * as z from 'zod/mini';
import { queueBatch, workOff } from '#lambdas/aws/queue-batch.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import type { UsersStore } from '#lambdas/directory/users.ts';
import type { Log } from '#lambdas/http/log.ts';
import { errorFields } from '#lambdas/http/log.ts';
import * as field from '#shared/fields.ts';
import { regionIds } from '#shared/regions.ts';

const mail = z.object({ timestamp: field.instant, destination: z.array(z.string()) });

/** SES's event about an email that came back or was reported as spam, as EventBridge hands it on; whatever else it says is left alone. */
const event = z.object({
  source: z.literal('aws.ses'),
  detail: z.discriminatedUnion('eventType', [
    z.object({ eventType: z.literal('Bounce'), bounce: z.object({ bounceType: z.string() }), mail }),
    z.object({ eventType: z.literal('Complaint'), mail }),
  ]),
});

/** When the email was sent (ISO), to whom, and whether they reported it as spam. */
type Bounce = { readonly sentAt: string; readonly emails: readonly string[]; readonly isComplaint: boolean };

/** `kim@store.example` of `"Kim" <Kim@store.example>`: as the directory keeps addresses. */
const plain = (address: string) => (/<([^<>]*)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase();

/** Of an event as JSON. "Transient" may still arrive (a full mailbox). `destination` is SES's own word, `bouncedRecipients` the other server's. Throws on what is no such event. */
const bounceOf = (body: string): Bounce => {
  const { detail } = event.parse(JSON.parse(body));
  const isComplaint = detail.eventType === 'Complaint';
  const isFinal = isComplaint || detail.bounce.bounceType === 'Permanent';
  const { timestamp, destination } = detail.mail;
  return { sentAt: timestamp, emails: isFinal ? destination.map(plain) : [], isComplaint };
};

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

  return async (queued: unknown) =>
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
