import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { customMessage } from './custom-message.ts';

export const handler = createEventHandler(
  'cognito-messages',
  ({ REGION: region, WRITERS: senders, SITE_URL: ownSite }) =>
    customMessage({ region, sender: senders[region], ownSite, now: () => new Date() }),
);
