import { environments } from '#shared/env.ts';
import { customMessage } from './custom-message.ts';
import type { CustomMessage } from './custom-message.ts';

const { REGION: region, WRITERS: writers, SITE_URL: ownSite } = environments.emails.parse(process.env);
const write = customMessage({ region, writer: writers[region], ownSite, now: () => new Date() });

/** A function that takes no callback has to promise its answer. */
export const handler = async (event: CustomMessage) => write(event);
