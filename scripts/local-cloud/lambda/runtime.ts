// Runs in a process of its own: loads a function's bundle and answers one invocation after the other, as Lambda's runtime does.
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Answer, Invocation, Outcome, Start } from './function-process.ts';
import { keepRequestsLocal } from './outbound.ts';

type Handler = (event: unknown, context: object) => unknown;

const send = (answer: Answer) => process.send?.(answer);

const failure = (error: unknown): Outcome => {
  console.error(error);
  return error instanceof Error
    ? { error: { errorType: error.name, errorMessage: error.message } }
    : { error: { errorType: typeof error, errorMessage: String(error) } };
};

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

const contextOf = ({ requestId, deadline }: Invocation, functionArn: string) => ({
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

const invoke = async (handler: Handler, functionArn: string, message: Invocation): Promise<void> => {
  const { requestId, event } = message;
  try {
    const payload = (await handler(event, contextOf(message, functionArn))) ?? null;
    // As JSON it leaves Lambda; what JSON cannot say is lost there, too.
    send({ requestId, outcome: { payload: JSON.parse(JSON.stringify(payload)) } });
  } catch (error) {
    send({ requestId, outcome: failure(error) });
  }
};

// The bundle finds its own environment, as in Lambda.
delete process.env['NODE_COMPILE_CACHE'];

process.once('message', async (start: Start) => {
  keepRequestsLocal(start.hosts);
  try {
    const handler = await load(start);
    process.on('message', (message: Invocation) => void invoke(handler, start.functionArn, message));
    send({ outcome: { payload: null } });
    // At its exit Node would do so by itself; a function is killed.
    flushCompileCache();
  } catch (error) {
    send({ outcome: failure(error) });
  }
});

process.on('disconnect', () => process.exit());
// Ctrl-C goes to every process of the terminal; the local cloud ends its functions itself.
process.on('SIGINT', () => {});
