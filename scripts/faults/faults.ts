import type { IncomingMessage } from 'node:http';
import { developerKey } from '../local-cloud/iam/iam.ts';
import type { Before } from '../local-cloud/ports.ts';
import { parseAuthorization } from '../local-cloud/sigv4.ts';
import { faultyProxy } from './faulty-proxy.ts';
import type { Fault, Weather } from './faulty-proxy.ts';
import { refusals } from './refusals.ts';
import type { FaultyService } from './refusals.ts';

const isFaulty = (service: string): service is FaultyService => Object.hasOwn(refusals, service);

/**
 * Whoever looks after what happened; a browser's own upload, which the browser's owner sends again; and of what is throttled the keys
 * of a pool, which are a file that everybody may fetch.
 */
const isSpared = ({ headers, url = '' }: IncomingMessage, fault: Fault): boolean =>
  parseAuthorization(headers.authorization)?.credential.accessKeyId === developerKey.accessKeyId ||
  headers['content-type']?.startsWith('multipart/form-data') === true ||
  (fault === 'throttled' && url.endsWith('/.well-known/jwks.json'));

/** The weather between the functions and the services of one local cloud: fair until it is set. */
export const createFaults = (random: () => number = Math.random) => {
  const weathers = new Map<FaultyService, Weather>();
  const before: Before = (service, url) => {
    if (!isFaulty(service)) return undefined;
    return faultyProxy({
      url,
      refusals: refusals[service],
      weather: () => weathers.get(service) ?? {},
      isSpared,
      random,
    });
  };
  return {
    /** For the local cloud. */
    before,
    set: (service: FaultyService, weather: Weather): void => void weathers.set(service, weather),
    clear: (): void => weathers.clear(),
  };
};

export type Faults = ReturnType<typeof createFaults>;
