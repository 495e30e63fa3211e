import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import { toDatabaseFile, endOrphan } from './dynamodb/dynoxide.ts';
import type { EventBridge } from './events/event-bridge.ts';
import type { LocalCloudOptions } from './options.ts';
import type { Endpoints } from './ports.ts';
import { openPorts } from './ports.ts';
import { toEnvironmentFile, formatSdkEnvironment } from './sdk-environment.ts';
import { startServices } from './services.ts';
import { isLockFile, lock } from './state/lock.ts';
import { findHomeRegion, readAssembly } from './template/assembly.ts';
import { deploy } from './template/deploy.ts';
import type { DeployedStack, Outputs } from './template/deploy.ts';
import { resolveDynamicReferences } from './template/intrinsics.ts';

/** Account id of the local cloud, the only one that fauxqs supports. */
const accountId = '000000000000';

const noop = () => {};

const emptyFolder = async (folder: string) => {
  await endOrphan(toDatabaseFile(folder));
  for (const name of readdirSync(folder))
    if (!isLockFile(name)) rmSync(join(folder, name), { recursive: true, force: true });
};

/** Running local cloud. */
export type LocalCloud = {
  readonly siteUrl: string;
  readonly inboxUrl: string;
  /** URLs of the stand-ins, which simulate systems outside AWS, by name. */
  readonly standInUrls: Readonly<Record<string, string>>;
  /** URLs of the APIs, bypassing CloudFront. */
  readonly apiUrls: readonly string[];
  readonly region: string;
  readonly endpoints: Endpoints;
  /** Outputs of all stacks, with real addresses as on AWS. */
  readonly outputs: Outputs;
  /** Registers a listener for every event of EventBridge. */
  readonly onEvent: EventBridge['onEvent'];
  /** Advances the time of the schedules only, and waits for the invocations that became due. */
  readonly passTime: (ms: number) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Deploys the synthesized templates to emulated services. If something fails, stops everything and rejects. */
export const startLocalCloud = async (options: LocalCloudOptions): Promise<LocalCloud> => {
  const { assembly, port, signal, seed, say = noop } = options;
  const stateFolder = resolve(options.stateFolder);
  const closers = new AsyncDisposableStack();
  // Offset of the clock, which the seed moves back to create data in the past.
  const clock = { offsetMs: 0 };
  const now = () => new Date(Date.now() + clock.offsetMs);
  let isUp = false;
  // AWS's delays and limits are simulated only after the seed.
  const getConditions = () => (isUp ? (options.conditions ?? {}) : {});

  try {
    closers.defer(lock(stateFolder));
    if (options.reset) await emptyFolder(stateFolder);
    let site: RequestListener = (_, res) => res.writeHead(503).end('The local cloud is still starting.');
    const { sitePort, open } = await openPorts({
      port,
      site: (req, res) => site(req, res),
      say,
      onOpen: ({ close }) => closers.defer(close),
      interceptService: options.interceptService,
      certificate: options.certificate,
    });
    const siteDomain = `localhost:${sitePort}`;
    const siteUrl = `${options.certificate ? 'https' : 'http'}://${siteDomain}`;

    const assemblyFolder = typeof assembly === 'string' ? assembly : await assembly(say, signal);
    const synthesizedStacks = readAssembly(assemblyFolder);
    const region = findHomeRegion(synthesizedStacks);
    const stacks = new Map<string, DeployedStack>();

    say('Starting the services …');
    const services = await startServices({
      standIns: () => ({}),
      maxRetryDelayMs: 2000,
      warn: noop,
      onLine: noop,
      onFailure: noop,
      ...options,
      stateFolder,
      region,
      accountId,
      now,
      closers,
      open,
      getConditions,
      siteDomain,
      publishSite: (next) => void (site = next),
      stacks,
    });
    // The templates contain the site's https URL. Since there is no TLS here, it is replaced by the http URL in emails and
    // headers (hosts.ts).
    const realSiteUrl = `https://${siteDomain}`;
    services.hosts.push([realSiteUrl, siteUrl]);

    const deployOptions = {
      accountId,
      signal,
      stacks,
      resolveReferences: (text: string) => resolveDynamicReferences(text, services.findSecretText),
      resourceTypes: services.resourceTypes,
    };
    const outputs: Outputs = {};
    for (const stack of synthesizedStacks) Object.assign(outputs, (await deploy(stack, deployOptions)).outputs);

    services.start();
    // The first click and the first email should not wait for a cold start.
    if (options.warm ?? true) services.functions.warm();

    const seedMarker = join(stateFolder, 'seeded');
    if (seed && !existsSync(seedMarker)) {
      const environments = services.functions.listDefinitions().map(({ environment }) => environment);
      await seed({ endpoints: services.endpoints, region, environments, site: realSiteUrl, clock, say, signal });
      writeFileSync(seedMarker, new Date().toISOString());
    }
    signal?.throwIfAborted();
    isUp = true;

    const { endpoints } = services;
    const environment = toEnvironmentFile(stateFolder);
    writeFileSync(environment, formatSdkEnvironment(region, endpoints));
    closers.defer(() => rmSync(environment, { force: true }));
    return {
      siteUrl,
      region,
      endpoints,
      ...services.publicApi,
      outputs,
      stop: () => closers.disposeAsync(),
    };
  } catch (error) {
    await closers.disposeAsync();
    throw error;
  }
};
