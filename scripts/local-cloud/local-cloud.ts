import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import { environmentFile, sdkEnvironment } from './attach.ts';
import { createCloudFormation } from './cloudformation/cloudformation.ts';
import { databaseFile, endOrphan } from './dynamodb/dynoxide.ts';
import type { EventBridge } from './events/event-bridge.ts';
import type { LocalCloudOptions } from './options.ts';
import { openPorts } from './ports.ts';
import type { Endpoints } from './ports.ts';
import { startServices } from './services.ts';
import { isOfLock, lock } from './state/lock.ts';
import { homeRegionOf, readAssembly } from './template/assembly.ts';
import { deploy } from './template/deploy.ts';
import type { DeployedStack, Outputs } from './template/deploy.ts';
import { resolveDynamicReferences } from './template/intrinsics.ts';

/** The account that the local cloud plays; fauxqs cannot play another. */
const accountId = '000000000000';

export type LocalCloud = {
  readonly siteUrl: string;
  readonly inboxUrl: string;
  readonly standInUrls: Readonly<Record<string, string>>;
  readonly region: string;
  readonly endpoints: Endpoints & { readonly CLOUDFORMATION: string };
  /** Where the APIs themselves answer, past CloudFront. */
  readonly apiUrls: readonly string[];
  /** Of all stacks, as AWS would say them: with real addresses. */
  readonly outputs: Outputs;
  readonly onEvent: EventBridge['onEvent'];
  /** Lets time pass for schedules alone: runs what has come due, and answers when that has ended. */
  readonly passTime: (ms: number) => Promise<void>;
  readonly stop: () => Promise<void>;
};

const nothing = () => {};

const emptied = async (folder: string) => {
  await endOrphan(databaseFile(folder));
  for (const name of readdirSync(folder))
    if (!isOfLock(name)) rmSync(join(folder, name), { recursive: true, force: true });
};

/** Brings up everything that the synthesized templates say. Rejects, leaving nothing behind, when something cannot be. */
export const startLocalCloud = async (options: LocalCloudOptions): Promise<LocalCloud> => {
  const { assembly, port, signal, seed, say = nothing } = options;
  const stateFolder = resolve(options.stateFolder);
  const closers = new AsyncDisposableStack();
  // The seed makes some of the past, for which the clock is put back.
  const clock = { offsetMs: 0 };
  const now = () => new Date(Date.now() + clock.offsetMs);
  let isUp = false;
  const conditions = () => (isUp ? (options.conditions ?? {}) : {});

  try {
    closers.defer(lock(stateFolder));
    if (options.reset) await emptied(stateFolder);
    let site: RequestListener = (_, res) => res.writeHead(503).end('The local cloud is still starting.');
    const { sitePort, open } = await openPorts({
      port,
      site: (req, res) => site(req, res),
      say,
      onOpen: ({ close }) => closers.defer(close),
      before: options.before,
    });
    const siteDomain = `localhost:${sitePort}`;
    const siteUrl = `http://${siteDomain}`;

    const folder = typeof assembly === 'string' ? assembly : await assembly(say, signal);
    const stacks = readAssembly(folder);
    const region = homeRegionOf(stacks);

    say('Starting the services …');
    const services = await startServices({
      stateFolder,
      region,
      accountId,
      now,
      closers,
      open,
      standIns: options.standIns ?? (() => ({})),
      longestPauseMs: options.longestPauseMs ?? 2000,
      conditions,
      siteDomain,
      publishSite: (next) => void (site = next),
      say,
      warn: options.warn ?? nothing,
      onLine: options.onLine ?? nothing,
      onFailure: options.onFailure ?? nothing,
    });
    // There is no TLS on one machine.
    const realSiteUrl = `https://${siteDomain}`;
    services.hosts.push([realSiteUrl, siteUrl]);

    const account = {
      accountId,
      signal,
      stacks: new Map<string, DeployedStack>(),
      finish: (text: string) => resolveDynamicReferences(text, services.secretText),
      resourceTypes: services.resourceTypes,
    };
    const outputs: Outputs = {};
    for (const stack of stacks) Object.assign(outputs, (await deploy(stack, account)).outputs);

    services.start();
    // The first click, and the first email, should not wait for a function to start.
    if (options.warm ?? true) services.functions.warm();

    const seeded = join(stateFolder, 'seeded');
    if (seed && !existsSync(seeded)) {
      const environments = services.functions.definitions().map(({ environment }) => environment);
      await seed({ endpoints: services.endpoints, region, environments, site: realSiteUrl, clock, say, signal });
      writeFileSync(seeded, new Date().toISOString());
    }
    signal?.throwIfAborted();
    isUp = true;

    const cloudFormation = createCloudFormation([...account.stacks.values()]);
    const endpoints = { ...services.endpoints, CLOUDFORMATION: await open(cloudFormation, 'CLOUDFORMATION') };
    const environment = environmentFile(stateFolder);
    writeFileSync(environment, sdkEnvironment(region, endpoints));
    closers.defer(() => rmSync(environment, { force: true }));
    return {
      siteUrl,
      inboxUrl: services.inboxUrl,
      standInUrls: services.standInUrls,
      region,
      endpoints,
      apiUrls: services.apiUrls,
      outputs,
      onEvent: services.bridge.onEvent,
      passTime: services.schedules.passTime,
      stop: () => closers.disposeAsync(),
    };
  } catch (error) {
    await closers.disposeAsync();
    throw error;
  }
};
