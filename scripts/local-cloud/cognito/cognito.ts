import type { ClientSettings } from './client-settings.ts';
import type { GroupSettings } from './groups.ts';
import type { PoolSettings } from './pool-settings.ts';
import { ensureClient, ensureGroup, ensureUserPool } from './pools.ts';
import { createListener } from './protocol.ts';
import type { ListenerOptions } from './protocol.ts';
import { loadPools, savePools } from './state-file.ts';
import type { Mail, World } from './state.ts';

export type CognitoOptions = ListenerOptions & {
  region: string;
  accountId: string;
  /** Absent: everything is forgotten with the process. */
  stateFile?: string;
  now: () => Date;
  sendMail: (mail: Mail) => void;
  /** Runs the function and answers what it returns. Throw an error named AccessDeniedException when it may not be called. */
  invokeTrigger: (functionArn: string, event: unknown) => Promise<unknown>;
};

/** Milliseconds until what could not be written, or came from no call, is. */
const saveDelay = 500;

/** An Amazon Cognito of this process: user pools as far as they are needed here, everything else refused by name. */
export const createCognito = (options: CognitoOptions) => {
  const { stateFile } = options;
  let waiting: NodeJS.Timeout | undefined;

  const flush = () => {
    if (waiting === undefined || stateFile === undefined) return;
    clearTimeout(waiting);
    waiting = undefined;
    savePools(stateFile, world.pools, options.now());
  };

  const save = () => {
    try {
      flush();
    } catch (error) {
      // Mostly a full disk: what is in memory goes on, and is written once there is room.
      console.error('Cognito emulator: not saved, trying again:', error instanceof Error ? error.message : error);
      world.changed();
    }
  };

  const world: World = {
    region: options.region,
    accountId: options.accountId,
    now: options.now,
    sendMail: options.sendMail,
    invokeTrigger: options.invokeTrigger,
    pools: stateFile === undefined ? new Map() : loadPools(stateFile),
    challenges: new Map(),
    failures: new Map(),
    attempts: new Map(),
    changed: () => {
      if (stateFile !== undefined) waiting ??= setTimeout(save, saveDelay);
    },
  };

  return {
    listener: createListener(world, save, options),
    /** Idempotent by the template's logical id: keeps id, keys and users. */
    ensureUserPool: (logicalId: string, settings: PoolSettings) => ensureUserPool(world, logicalId, settings),
    /** Idempotent by ClientName: keeps id and secret. */
    ensureClient: (poolId: string, settings: ClientSettings) => ensureClient(world, poolId, settings),
    /** Idempotent by GroupName. */
    ensureGroup: (poolId: string, settings: GroupSettings) => ensureGroup(world, poolId, settings),
    /** Writes what is still to be written; to be called before the process ends. */
    flush,
  };
};

export type Cognito = ReturnType<typeof createCognito>;
