import { triggered } from '#lambdas/aws/triggered.ts';
import { customMessage } from './custom-message.ts';

export const handler = triggered('emails', ({ REGION: region, WRITERS: writers, SITE_URL: ownSite }) =>
  customMessage({ region, writer: writers[region], ownSite, now: () => new Date() }),
);
