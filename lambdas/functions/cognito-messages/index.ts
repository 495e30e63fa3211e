import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { customMessage } from './custom-message.ts';

export const handler = createEventHandler(
  'cognito-messages',
  ({ REGION: region, WRITERS: writers, SITE_URL: ownSite }) =>
    customMessage({ region, writer: writers[region], ownSite, now: () => new Date() }),
);
