import { createWriteStream, mkdirSync } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Hosts } from '../hosts.ts';
import { matchesPattern } from '../iam/evaluate.ts';
import type { Account } from '../iam/iam.ts';
import { createPool } from './function-pool.ts';
import { startProcess } from './function-process.ts';
import type { FunctionDefinition, Outcome } from './function-process.ts';

/** Resource-based permission of a function, which applies in addition to the callers' own policies. */
type Permission = {
  readonly functionArn: string;
  readonly principal: string;
  readonly sourceArn?: string | undefined;
};

type Caller = { readonly principal: string; readonly sourceArn: string };

export type FunctionsOptions = {
  readonly logFolder: string;
  /** Maps real addresses to local ones; called when a process starts. */
  readonly getHosts: () => Hosts;
  readonly maxProcesses?: number;
  readonly onLine?: (functionName: string, line: string) => void;
  /** Returns the factor by which time limits are extended; defaults to the current load of this machine. */
  readonly getLoad?: () => number;
};

const createError = (name: string, message: string) => Object.assign(new Error(message), { name });

/** Manages the template's functions, each of which runs in its own processes. */
export type Functions = {
  readonly add: (definition: FunctionDefinition) => void;
  readonly addPermission: (permission: Permission) => void;

  /**
   * Invokes a function for an AWS service, with `isCold` in a new process. Throws AccessDeniedException without a
   * permission, ResourceNotFoundException for an unknown function.
   */
  readonly invokeFor: (
    caller: Caller,
    functionArn: string,
    event: unknown,
    isCold?: boolean,
  ) => Promise<Outcome | 'throttled'>;

  /** Invokes a trigger of a user pool and returns its result. Throws the function's error, or as `invokeFor` does. */
  readonly trigger: (functionArn: string, event: unknown, account: Account, isCold?: boolean) => Promise<unknown>;

  /**
   * Invokes a function for an event source mapping. Lambda itself is the caller, so no permission is checked; the
   * function's role limits what it may read.
   */
  readonly invokeForMapping: (functionArn: string, event: unknown, requestId: string) => Promise<Outcome | 'throttled'>;

  /**
   * Starts every function that a service may invoke, except scheduled ones, for which no user waits. Functions of
   * event source mappings start with their first batch; others, such as CDK's deployment functions, never run here.
   */
  readonly warm: () => void;

  readonly listDefinitions: () => FunctionDefinition[];

  /** Ends all processes, and resolves when the logs are written. */
  readonly stop: () => Promise<void>;
};

export const createFunctions = ({
  logFolder,
  getHosts,
  maxProcesses = 4,
  onLine = () => {},
  getLoad,
}: FunctionsOptions): Functions => {
  const functions = new Map<
    string,
    { definition: FunctionDefinition; pool: ReturnType<typeof createPool>; log: WriteStream }
  >();
  const permissions: Permission[] = [];
  mkdirSync(logFolder, { recursive: true });

  const mayInvoke = (functionArn: string, { principal, sourceArn }: Caller) =>
    permissions.some(
      (permission) =>
        permission.functionArn === functionArn &&
        permission.principal === principal &&
        (permission.sourceArn === undefined || matchesPattern(permission.sourceArn, sourceArn)),
    );

  const requireFunction = (functionArn: string) => {
    const entry = functions.get(functionArn);
    if (!entry) throw createError('ResourceNotFoundException', `Function not found: ${functionArn}`);
    return entry;
  };

  const invokeFor = async (
    caller: Caller,
    functionArn: string,
    event: unknown,
    isCold = false,
  ): Promise<Outcome | 'throttled'> => {
    const { pool } = requireFunction(functionArn);
    if (!mayInvoke(functionArn, caller)) {
      throw createError(
        'AccessDeniedException',
        `${caller.principal} (${caller.sourceArn}) has no permission to invoke ${functionArn}`,
      );
    }
    if (isCold) pool.stopIdle();
    return pool.invoke(event);
  };

  return {
    add: (definition: FunctionDefinition): void => {
      const log = createWriteStream(join(logFolder, `${definition.name}.log`), { flags: 'a' });
      // On a full disk log lines are lost, but the function keeps running.
      log.on('error', () => {});
      const write = (line: string) => {
        log.write(`${line}\n`);
        onLine(definition.name, line);
      };
      const pool = createPool(definition, maxProcesses, () => startProcess(definition, getHosts(), write, getLoad));
      functions.set(definition.arn, { definition, pool, log });
    },
    addPermission: (permission: Permission): void => void permissions.push(permission),
    invokeFor,
    trigger: async (functionArn: string, event: unknown, account: Account, isCold?: boolean): Promise<unknown> => {
      const { userPoolId } = event as { userPoolId: string };
      const sourceArn = `arn:aws:cognito-idp:${account.region}:${account.accountId}:userpool/${userPoolId}`;
      const caller = { principal: 'cognito-idp.amazonaws.com', sourceArn };
      const outcome = await invokeFor(caller, functionArn, event, isCold);
      if (outcome === 'throttled') throw createError('TooManyRequestsException', 'Rate Exceeded.');
      if ('error' in outcome) throw new Error(outcome.error.errorMessage);
      return outcome.payload;
    },
    invokeForMapping: async (
      functionArn: string,
      event: unknown,
      requestId: string,
    ): Promise<Outcome | 'throttled'> => {
      return requireFunction(functionArn).pool.invoke(event, requestId);
    },
    warm: (): void => {
      const invokedByServices = permissions.filter(({ principal }) => principal !== 'events.amazonaws.com');
      for (const functionArn of new Set(invokedByServices.map((permission) => permission.functionArn)))
        functions.get(functionArn)?.pool.warm();
    },
    listDefinitions: (): FunctionDefinition[] => [...functions.values()].map(({ definition }) => definition),
    stop: async (): Promise<void> => {
      await Promise.all([...functions.values()].map(({ pool }) => pool.stop()));
      await Promise.all([...functions.values()].map(({ log }) => new Promise((resolve) => void log.end(resolve))));
    },
  };
};
