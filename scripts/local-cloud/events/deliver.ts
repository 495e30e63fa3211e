import { allowsService } from '../iam/resource-policy.ts';
import type { Queues } from '../sqs/queues.ts';
import type { BusEvent } from './pattern.ts';

/** A queue that a rule sends to, and where an event goes that cannot be delivered to it. */
export type Target = { readonly queueArn: string; readonly deadLetterArn?: string | undefined };

type Deliver = { readonly ruleArn: string; readonly target: Target; readonly event: BusEvent };

const service = 'events.amazonaws.com';

// The same JSON in signs that every queue takes: the emulated ones refuse what lies beyond the basic plane.
const bodyOf = (event: BusEvent) =>
  JSON.stringify(event).replace(/[\uD800-\uDFFF\uFFFE\uFFFF]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);

/** Sends what a rule has matched to its target. Only the queues' own policies can allow that. `warn` hears of what is lost. */
export const deliverer = (queues: Queues, warn: (message: string) => void) => {
  const problemWith = (queueArn: string, ruleArn: string): { code: string; message: string } | undefined => {
    if (!queues.find(queueArn)) return { code: 'NO_RESOURCE', message: 'The specified queue does not exist.' };
    const request = { action: 'sqs:SendMessage', resource: queueArn };
    if (allowsService(queues.policyOf(queueArn), service, ruleArn, request)) return undefined;
    return { code: 'NO_PERMISSIONS', message: 'The policy of the queue does not let the rule send to it.' };
  };

  return async ({ ruleArn, target: { queueArn, deadLetterArn }, event }: Deliver): Promise<void> => {
    const body = bodyOf(event);
    const problem = problemWith(queueArn, ruleArn);
    if (!problem) return queues.send(queueArn, body);
    warn(`Refused: ${service} (${ruleArn}) may not sqs:SendMessage on ${queueArn}: ${problem.message}`);
    if (deadLetterArn === undefined || problemWith(deadLetterArn, ruleArn))
      return warn(`Lost: the event ${event.id} (${event['detail-type']}) has no dead-letter queue to go to.`);
    await queues.send(deadLetterArn, body, {
      RULE_ARN: ruleArn,
      TARGET_ARN: queueArn,
      ERROR_CODE: problem.code,
      ERROR_MESSAGE: problem.message,
    });
  };
};
