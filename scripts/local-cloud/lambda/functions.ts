import { createWriteStream, mkdirSync } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Hosts } from '../hosts.ts';
import { matchesPattern } from '../iam/evaluate.ts';
import type { Account } from '../iam/iam.ts';
import { createPool } from './function-pool.ts';
import { startProcess } from './function-process.ts';
import type { FunctionDefinition, Outcome } from './function-process.ts';

/** Who may invoke a function beside those whose own policy says so. */
type Permission = {
  readonly functionArn: string;
  readonly principal: string;
  readonly sourceArn?: string | undefined;
};

export type Caller = { readonly principal: string; readonly sourceArn: string };

export type FunctionsOptions = {
  readonly logFolder: string;
  /** Real addresses and where they are answered; asked when a process starts. */
  readonly hosts: () => Hosts;
  readonly maxProcesses?: number;
  readonly onLine?: (functionName: string, line: string) => void;
  /** How much longer than on AWS a function may take; absent: as this machine is loaded. */
  readonly load?: () => number;
};

const refusal = (name: string, message: string) => Object.assign(new Error(message), { name });

/** The functions of the template, run in processes of their own. */
export const createFunctions = ({ logFolder, hosts, maxProcesses = 4, onLine = () => {}, load }: FunctionsOptions) => {
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

  const find = (functionArn: string) => {
    const found = functions.get(functionArn);
    if (!found) throw refusal('ResourceNotFoundException', `Function not found: ${functionArn}`);
    return found;
  };

  /** Invokes for an AWS service, `cold` in a process of its own. Throws AccessDeniedException without a permission, ResourceNotFoundException without a function. */
  const invokeFor = async (
    caller: Caller,
    functionArn: string,
    event: unknown,
    cold = false,
  ): Promise<Outcome | 'throttled'> => {
    const { pool } = find(functionArn);
    if (!mayInvoke(functionArn, caller)) {
      throw refusal(
        'AccessDeniedException',
        `${caller.principal} (${caller.sourceArn}) has no permission to invoke ${functionArn}`,
      );
    }
    if (cold) pool.chill();
    return pool.invoke(event);
  };

  return {
    add: (definition: FunctionDefinition): void => {
      const log = createWriteStream(join(logFolder, `${definition.name}.log`), { flags: 'a' });
      // A full disk costs lines, not the function.
      log.on('error', () => {});
      const write = (line: string) => {
        log.write(`${line}\n`);
        onLine(definition.name, line);
      };
      const pool = createPool(definition, maxProcesses, () => startProcess(definition, hosts(), write, load));
      functions.set(definition.arn, { definition, pool, log });
    },
    permit: (permission: Permission): void => void permissions.push(permission),
    invokeFor,
    /** Invokes for a user pool, and answers what it returns. Throws its error, or as `invokeFor` does. */
    trigger: async (functionArn: string, event: unknown, account: Account, cold?: boolean): Promise<unknown> => {
      const { userPoolId } = event as { userPoolId: string };
      const sourceArn = `arn:aws:cognito-idp:${account.region}:${account.accountId}:userpool/${userPoolId}`;
      const caller = { principal: 'cognito-idp.amazonaws.com', sourceArn };
      const outcome = await invokeFor(caller, functionArn, event, cold);
      if (outcome === 'throttled') throw refusal('TooManyRequestsException', 'Rate Exceeded.');
      if ('error' in outcome) throw new Error(outcome.error.errorMessage);
      return outcome.payload;
    },
    /** Invokes for an event source mapping: it acts as Lambda itself, so no permission is asked; what it may read, the function's role says. */
    pull: async (functionArn: string, event: unknown, requestId: string): Promise<Outcome | 'throttled'> => {
      return find(functionArn).pool.invoke(event, requestId);
    },
    /** Starts every function that some service may invoke, but for those on a schedule, which nobody waits for. Those that pull for themselves start with their first batch; others, as CDK's own for deployments, never run here. */
    warm: (): void => {
      const awaited = permissions.filter(({ principal }) => principal !== 'events.amazonaws.com');
      for (const functionArn of new Set(awaited.map((permission) => permission.functionArn)))
        functions.get(functionArn)?.pool.warm();
    },
    definitions: (): FunctionDefinition[] => [...functions.values()].map(({ definition }) => definition),
    stop: async (): Promise<void> => {
      await Promise.all([...functions.values()].map(({ pool }) => pool.stop()));
      await Promise.all([...functions.values()].map(({ log }) => new Promise((resolve) => void log.end(resolve))));
    },
  };
};

export type Functions = ReturnType<typeof createFunctions>;
