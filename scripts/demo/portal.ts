import { join } from 'node:path';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { eventSources, providerEvents } from '#shared/back-office/provider-events.ts';
import { build } from '../build/build.ts';
import { developerKey } from '../local-cloud/iam/iam.ts';
import { startLocalCloud } from '../local-cloud/local-cloud.ts';
import type { LocalCloud } from '../local-cloud/local-cloud.ts';
import type { LocalCloudOptions } from '../local-cloud/options.ts';
import { createTemporaryFolder } from '../local-cloud/temporary-folder.ts';
import type { BackOfficeMode } from './back-office/back-office.ts';
import { createBackOffice } from './back-office/back-office.ts';
import type { KnownRecords } from './back-office/known-records.ts';
import { toKnownRecord, openKnownRecords } from './back-office/known-records.ts';
import { createBackOfficePage } from './back-office/page.ts';
import { captchaUrls, createCaptcha } from './captcha/captcha.ts';
import { seed, seedHistory } from './seed.ts';

export type PortalOptions = Omit<LocalCloudOptions, 'assembly' | 'seed' | 'standIns'> & {
  /** CDK's output folder; by default the project's, rebuilt when its sources have changed. */
  readonly assembly?: string;
  /** Creates demo accounts, repairs and returns in a new folder; true by default. */
  readonly seed?: boolean;
  /** Adds two years of records after the start, for the overview; false by default. */
  readonly hasHistory?: boolean;
  /** Behavior of the simulated provider; by default an RMA number after three seconds. */
  readonly backOffice?: BackOfficeMode;
};

export type Portal = LocalCloud & { readonly backOfficeUrl: string; readonly captchaUrl: string };

/**
 * Starts the whole portal locally: its template on emulated services, a simulated provider and captcha, and demo data.
 */
export const startPortal = async ({
  assembly,
  seed: isSeeded = true,
  hasHistory = false,
  backOffice: mode = { delayMs: 3000 },
  ...options
}: PortalOptions): Promise<Portal> => {
  let knownRecords: KnownRecords | undefined;
  let addHistory: (() => Promise<void>) | undefined;
  const cloud = await startLocalCloud({
    ...options,
    assembly: assembly ?? build,
    standIns: ({ stateFolder, region, now, warn, bridge, endpoints, listSecretValues }) => {
      const events = new EventBridgeClient({ endpoint: endpoints.EVENTBRIDGE, region, credentials: developerKey });
      knownRecords = openKnownRecords(join(stateFolder, 'back-office.jsonl'));
      const backOffice = createBackOffice({
        knownRecords,
        mode,
        warn,
        // Publishes through EventBridge, as the real provider does.
        putEvent: async (type, detail) => {
          const entry = {
            EventBusName: bridge.listBuses().find((name) => name !== 'default') ?? 'default',
            Source: eventSources.provider,
            DetailType: type,
            Detail: JSON.stringify(providerEvents[type].parse(detail)),
          };
          const { Entries: [result] = [] } = await events.send(new PutEventsCommand({ Entries: [entry] }));
          if (result?.ErrorCode !== undefined) throw new Error(`${result.ErrorCode}: ${result.ErrorMessage}`);
        },
      });
      bridge.onEvent(backOffice.handleEvent);
      const stop = () => {
        backOffice.stop();
        events.destroy();
      };
      const captcha = createCaptcha(
        () => now().getTime(),
        (text) => listSecretValues().includes(text),
      );
      return {
        backOffice: { listener: createBackOfficePage(backOffice), start: backOffice.start, stop },
        captcha: { listener: captcha, replacedUrls: captchaUrls },
      };
    },
    ...(isSeeded && {
      // The simulated provider sends nothing by itself about seeded records; its page still can.
      seed: async (seedContext) => {
        await seed(seedContext, (records) => records.map(toKnownRecord).forEach((record) => knownRecords?.put(record)));
        if (hasHistory) addHistory = () => seedHistory(seedContext);
      },
    }),
  });
  // The start does not wait for old records. Their writes fail if the portal is stopped before they are complete.
  void addHistory?.().catch(() => undefined);
  const { backOffice: backOfficeUrl = '', captcha: captchaUrl = '' } = cloud.standInUrls;
  return { ...cloud, backOfficeUrl, captchaUrl };
};

/** Starts a separate portal in a temporary folder, which is deleted when the portal is stopped. */
export const startTemporaryPortal = async (
  options: Omit<PortalOptions, 'stateFolder' | 'port'>,
): Promise<Portal & { readonly stateFolder: string }> => {
  const { path: stateFolder, remove } = createTemporaryFolder();
  try {
    const portal = await startPortal({ ...options, stateFolder, port: 0 });
    return { ...portal, stateFolder, stop: () => portal.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
};
