import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import type { HttpApi } from './api-gateway/http-api.ts';
import { environmentFile, sdkEnvironment } from './attach.ts';
import type { BackOfficeMode } from './back-office/back-office.ts';
import { build } from './build/build.ts';
import { createCloudFormation } from './cloudformation/cloudformation.ts';
import type { EventBridge } from './events/event-bridge.ts';
import { localText } from './hosts.ts';
import { resourceTypes } from './resource-types.ts';
import { seedOnce } from './seed-once.ts';
import type { SeedOptions } from './seed.ts';
import { serve, serveFrom } from './servers.ts';
import { createClosers, startServices } from './services.ts';
import type { Endpoints } from './services.ts';
import { lock } from './state/lock.ts';
import { readAssembly } from './template/assembly.ts';
import { deploy } from './template/deploy.ts';
import type { Outputs } from './template/deploy.ts';
import { resolveDynamicReferences } from './template/dynamic-references.ts';

/** The account that the local cloud plays. */
export const accountId = '123456789012';
const firstPort = 4100;

export type LocalCloudOptions = {
  /** Where everything is kept. One local cloud at a time on a folder. */
  readonly stateFolder: string;
  /** Of the site. Absent: 4100 or the next free one; 0: any. */
  readonly port?: number;
  /** CDK's output folder. Absent: the project's, built when its sources have changed. */
  readonly assembly?: string;
  /** Forgets what the folder holds. */
  readonly reset?: boolean;
  /** Demo accounts, repairs and returns for a new folder; absent: yes. */
  readonly seed?: boolean;
  /** How the provider's stand-in behaves; absent: an RMA number after three seconds. */
  readonly backOffice?: BackOfficeMode;
  /** How long a function that failed at a table's changes rests at most before it gets them again; absent: two seconds, so that what is down for half a minute loses nothing. */
  readonly longestPauseMs?: number;
  /** Gives up while it is still starting. */
  readonly signal?: AbortSignal;
  /** Says what takes a while. */
  readonly say?: (message: string) => void;
  /** Hears of refusals and failures that a developer should know. */
  readonly warn?: (message: string) => void;
  /** Each line that a function writes. */
  readonly onLine?: (functionName: string, line: string) => void;
  /** Hears of a part that ended by itself: the local cloud is then of no use. */
  readonly onFailure?: (what: string) => void;
};

export type LocalCloud = {
  readonly siteUrl: string;
  readonly inboxUrl: string;
  readonly backOfficeUrl: string;
  readonly captchaUrl: string;
  readonly region: string;
  readonly endpoints: Endpoints & { readonly CLOUDFORMATION: string };
  /** Where the APIs themselves answer, past CloudFront. */
  readonly apiUrls: readonly string[];
  /** Of all stacks, as AWS would say them: with real addresses. */
  readonly outputs: Outputs;
  /** Hears every event that a bus takes. */
  readonly onEvent: EventBridge['onEvent'];
  readonly stop: () => Promise<void>;
};

const nothing = () => {};

const emptied = (folder: string) => {
  for (const name of readdirSync(folder))
    if (name !== 'lock') rmSync(join(folder, name), { recursive: true, force: true });
};

/** Brings up everything that the synthesized templates say. Rejects, leaving nothing behind, when something cannot be. */
export const startLocalCloud = async (options: LocalCloudOptions): Promise<LocalCloud> => {
  const { port, say = nothing, warn = nothing, onLine = nothing, onFailure = nothing } = options;
  const stateFolder = resolve(options.stateFolder);
  const closers = createClosers();
  // The seed makes some of the past, for which the clock is put back.
  const clock = { offsetMs: 0 };
  const now = () => new Date(Date.now() + clock.offsetMs);

  try {
    closers.add(lock(stateFolder));
    if (options.reset) emptied(stateFolder);
    const stacks = readAssembly(options.assembly ?? (await build(say, options.signal)), 'eu-central-1');
    const region = stacks.at(-1)?.region ?? 'eu-central-1';

    say('Starting the services …');
    let site: RequestListener = (_, res) => res.writeHead(503).end('The local cloud is still starting.');
    const listener: RequestListener = (req, res) => site(req, res);
    const siteServer = await (port === undefined ? serveFrom(listener, firstPort) : serve(listener, port));
    closers.add(siteServer.close);
    const siteDomain = `localhost:${siteServer.port}`;
    const siteUrl = `http://${siteDomain}`;

    const { backOffice = { delayMs: 3000 }, longestPauseMs = 2000 } = options;
    const hearers = { warn, onLine, onFailure };
    const services = await startServices({
      stateFolder,
      region,
      accountId,
      environment: process.env,
      now,
      closers,
      backOffice,
      longestPauseMs,
      ...hearers,
    });
    // There is no TLS on one machine.
    const realSiteUrl = `https://${siteDomain}`;
    services.hosts.push([realSiteUrl, siteUrl]);

    const apis: HttpApi[] = [];
    const account = {
      accountId,
      exports: new Map<string, unknown>(),
      outputs: new Map<string, Outputs>(),
      finish: (text: string) => resolveDynamicReferences(text, services.secretValue),
      resourceTypes: resourceTypes({
        services,
        accountId,
        siteDomain,
        apis,
        now,
        warn,
        publishSite: (next) => void (site = next),
      }),
    };
    options.signal?.throwIfAborted();
    const outputs: Outputs = {};
    for (const stack of stacks) Object.assign(outputs, await deploy(stack, account));

    services.messaging.mappings.start();
    services.backOffice.start();
    // The first click, and the first email, should not wait for a function to start.
    services.functions.warm();
    if (options.seed ?? true) {
      const environments = services.functions.definitions().map(({ environment }) => environment);
      const { remember: onRepairs } = services.backOffice;
      const onReturns: SeedOptions['onReturns'] = (returns) =>
        onRepairs(
          returns.map((returned) => ({ ...returned, kind: 'return', numberOfProducts: returned.lines.length })),
        );
      await seedOnce({
        stateFolder,
        endpoints: services.endpoints,
        region,
        environments,
        site: realSiteUrl,
        clock,
        onRepairs,
        onReturns,
        say,
      });
    }
    const apiUrls = apis.map(({ domainName }) => localText(services.hosts, `https://${domainName}`));
    const { inboxUrl, backOfficeUrl, captchaUrl } = services;
    const deployed = () => [...account.outputs].map(([name, values]) => ({ name, region, accountId, outputs: values }));
    const endpoints = {
      ...services.endpoints,
      CLOUDFORMATION: await services.open(createCloudFormation(deployed).listener),
    };
    const environment = environmentFile(stateFolder);
    writeFileSync(environment, sdkEnvironment(region, endpoints));
    closers.add(() => rmSync(environment, { force: true }));
    return {
      siteUrl,
      inboxUrl,
      backOfficeUrl,
      captchaUrl,
      region,
      endpoints,
      apiUrls,
      outputs,
      onEvent: services.messaging.bridge.onEvent,
      stop: closers.closeAll,
    };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};
