import { join } from 'node:path';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { eventSources, providerEvents } from '#shared/back-office/events.ts';
import { build } from '../build/build.ts';
import { developerKey } from '../local-cloud/iam/iam.ts';
import { startLocalCloud } from '../local-cloud/local-cloud.ts';
import type { LocalCloud } from '../local-cloud/local-cloud.ts';
import type { LocalCloudOptions } from '../local-cloud/options.ts';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import type { BackOfficeMode } from './back-office/back-office.ts';
import { createBackOffice } from './back-office/back-office.ts';
import { backOfficeDesk } from './back-office/desk.ts';
import type { KnownRepairs } from './back-office/known-repairs.ts';
import { asKnown, openKnownRepairs } from './back-office/known-repairs.ts';
import { captchaHosts, createCaptcha } from './captcha/captcha.ts';
import { seed } from './seed.ts';

export type PortalOptions = Omit<LocalCloudOptions, 'assembly' | 'seed' | 'standIns'> & {
  /** CDK's output folder. Absent: the project's, built when its sources have changed. */
  readonly assembly?: string;
  /** Demo accounts, repairs and returns for a new folder; absent: yes. */
  readonly seed?: boolean;
  /** How the provider's stand-in behaves; absent: an RMA number after three seconds. */
  readonly backOffice?: BackOfficeMode;
};

export type Portal = LocalCloud & { readonly backOfficeUrl: string; readonly captchaUrl: string };

/** The whole portal on this machine: its template on emulated services, stand-ins for the provider and the captcha, and demo data. */
export const startPortal = async ({
  assembly,
  seed: isSeeded = true,
  backOffice: mode = { delayMs: 3000 },
  ...options
}: PortalOptions): Promise<Portal> => {
  let known: KnownRepairs | undefined;
  const cloud = await startLocalCloud({
    ...options,
    assembly: assembly ?? build,
    standIns: ({ stateFolder, region, now, warn, bridge, endpoints, secretValues }) => {
      const events = new EventBridgeClient({ endpoint: endpoints.EVENTBRIDGE, region, credentials: developerKey });
      known = openKnownRepairs(join(stateFolder, 'back-office.jsonl'));
      const backOffice = createBackOffice({
        known,
        mode,
        warn,
        // As the real provider would, through EventBridge itself.
        put: async (type, detail) => {
          const entry = {
            EventBusName: bridge.buses().find((name) => name !== 'default') ?? 'default',
            Source: eventSources.provider,
            DetailType: type,
            Detail: JSON.stringify(providerEvents[type].parse(detail)),
          };
          const { Entries: [answer] = [] } = await events.send(new PutEventsCommand({ Entries: [entry] }));
          if (answer?.ErrorCode !== undefined) throw new Error(`${answer.ErrorCode}: ${answer.ErrorMessage}`);
        },
      });
      bridge.onEvent(backOffice.hear);
      const stop = () => {
        backOffice.stop();
        events.destroy();
      };
      const captcha = createCaptcha(
        () => now().getTime(),
        (text) => secretValues().includes(text),
      );
      return {
        backOffice: { listener: backOfficeDesk(backOffice), start: backOffice.start, stop },
        captcha: { listener: captcha, standsFor: captchaHosts },
      };
    },
    ...(isSeeded && {
      // What the provider has dealt with before, it leaves to its page to report anything of.
      seed: (deployed) => seed(deployed, (records) => records.map(asKnown).forEach((record) => known?.put(record))),
    }),
  });
  const { backOffice: backOfficeUrl = '', captcha: captchaUrl = '' } = cloud.standInUrls;
  return { ...cloud, backOfficeUrl, captchaUrl };
};

/** Starts a portal of its own in a temporary folder, which is gone once the portal is stopped. */
export const startTemporaryPortal = async (
  options: Omit<PortalOptions, 'stateFolder' | 'port'>,
): Promise<Portal & { readonly stateFolder: string }> => {
  const { path: stateFolder, remove } = temporaryFolder();
  try {
    const portal = await startPortal({ ...options, stateFolder, port: 0 });
    return { ...portal, stateFolder, stop: () => portal.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
};
