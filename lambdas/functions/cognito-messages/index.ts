import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { createCustomMessageTrigger } from './custom-message.ts';

export const handler = createEventHandler(
  'cognito-messages',
  ({ REGION: region, WRITERS: senders, SITE_URL: ownSite }) =>
    createCustomMessageTrigger({ region, sender: senders[region], ownSite, now: () => new Date() }),
);
