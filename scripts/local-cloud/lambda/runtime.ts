// Runs in a process of its own: loads a function's bundle and answers one invocation after the other, as Lambda's runtime does.
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FromProcess, FunctionError, ToProcess } from './function-process.ts';
import { keepRequestsLocal } from './outbound.ts';

type Start = Extract<ToProcess, { kind: 'start' }>;
type Invoke = Extract<ToProcess, { kind: 'invoke' }>;
type Handler = (event: unknown, context: object) => unknown;

const send = (message: FromProcess) => process.send?.(message);

const errorOf = (error: unknown): FunctionError =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
    : { errorType: typeof error, errorMessage: String(error) };

const load = async ({ codeFolder, handler }: Start): Promise<Handler> => {
  const [, file = '', name = ''] = /^(.+)\.([^.]+)$/.exec(handler) ?? [];
  const path = ['.mjs', '.js', '.cjs']
    .map((ending) => join(codeFolder, file + ending))
    .find((candidate) => existsSync(candidate));
  if (path === undefined)
    throw Object.assign(new Error(`Cannot find module '${file}'`), { name: 'Runtime.ImportModuleError' });
  const module: Record<string, unknown> = await import(pathToFileURL(path).href);
  const found = module[name];
  if (typeof found !== 'function')
    throw Object.assign(new Error(`${handler} is undefined or not exported`), { name: 'Runtime.HandlerNotFound' });
  return found as Handler;
};

const contextOf = ({ requestId, deadline }: Invoke, functionArn: string) => ({
  awsRequestId: requestId,
  functionName: process.env['AWS_LAMBDA_FUNCTION_NAME'],
  functionVersion: process.env['AWS_LAMBDA_FUNCTION_VERSION'],
  invokedFunctionArn: functionArn,
  memoryLimitInMB: process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'],
  logGroupName: process.env['AWS_LAMBDA_LOG_GROUP_NAME'],
  logStreamName: process.env['AWS_LAMBDA_LOG_STREAM_NAME'],
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
});

const invoke = async (handler: Handler, functionArn: string, message: Invoke): Promise<void> => {
  const { requestId, event } = message;
  try {
    const payload = (await handler(event, contextOf(message, functionArn))) ?? null;
    // As JSON it leaves Lambda; what JSON cannot say is lost there, too.
    send({ kind: 'returned', requestId, payload: JSON.parse(JSON.stringify(payload)) });
  } catch (error) {
    console.error(error);
    send({ kind: 'threw', requestId, error: errorOf(error) });
  }
};

// The bundle finds its own environment, as in Lambda.
delete process.env['NODE_COMPILE_CACHE'];

process.once('message', async (start: Start) => {
  keepRequestsLocal(start.hosts);
  try {
    const handler = await load(start);
    process.on('message', (message: Invoke) => void invoke(handler, start.functionArn, message));
    send({ kind: 'ready' });
    // At its exit Node would do so by itself; a function is killed.
    flushCompileCache();
  } catch (error) {
    console.error(error);
    send({ kind: 'initFailed', error: errorOf(error) });
  }
});

process.on('disconnect', () => process.exit());
// Ctrl-C goes to every process of the terminal; the local cloud ends its functions itself.
process.on('SIGINT', () => {});
