import { join } from 'node:path';
import { build } from '../build/build.ts';
import { startLocalCloud } from '../local-cloud/local-cloud.ts';
import type { LocalCloud } from '../local-cloud/local-cloud.ts';
import type { LocalCloudOptions } from '../local-cloud/options.ts';
import type { BackOfficeMode } from './back-office/back-office.ts';
import { backOfficeDesk } from './back-office/desk.ts';
import { providerStandIn } from './back-office/stand-in.ts';
import { captchaHosts, createCaptcha } from './captcha/captcha.ts';
import { seed } from './seed.ts';

export type PortalOptions = Omit<LocalCloudOptions, 'assembly' | 'defaultRegion' | 'seed' | 'standIns'> & {
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
  const held: { backOffice?: ReturnType<typeof providerStandIn> } = {};
  const remember: ReturnType<typeof providerStandIn>['remember'] = (records) => held.backOffice?.remember(records);

  const cloud = await startLocalCloud({
    ...options,
    assembly: assembly ?? build,
    defaultRegion: 'eu-central-1',
    standIns: ({ stateFolder, region, now, warn, bridge, endpoints, secretValues }) => {
      const backOffice = providerStandIn({
        stateFile: join(stateFolder, 'back-office.jsonl'),
        bridge,
        endpoint: endpoints.EVENTBRIDGE,
        region,
        mode,
        warn,
      });
      held.backOffice = backOffice;
      const captcha = createCaptcha({
        now: () => now().getTime(),
        isSecret: (text) => secretValues().includes(text),
      });
      return {
        backOffice: { listener: backOfficeDesk(backOffice), start: backOffice.start, stop: backOffice.stop },
        captcha: { listener: captcha, standsFor: captchaHosts },
      };
    },
    ...(isSeeded && {
      seed: (deployed) =>
        seed({
          ...deployed,
          onRepairs: remember,
          onReturns: (returns) =>
            remember(
              returns.map((returned) => ({ ...returned, kind: 'return', numberOfProducts: returned.lines.length })),
            ),
        }),
    }),
  });
  const { backOffice: backOfficeUrl = '', captcha: captchaUrl = '' } = cloud.standInUrls;
  return { ...cloud, backOfficeUrl, captchaUrl };
};
