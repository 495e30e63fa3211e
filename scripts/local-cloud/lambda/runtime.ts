// This runtime runs in its own process. It loads a function's bundle and handles one invocation after another, as
// Lambda's runtime does.
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Invocation, Outcome, InitMessage } from './function-process.ts';
import { redirectRequests } from './outbound.ts';

type Handler = (event: unknown, context: object) => unknown;

const send = (outcome: Outcome) => process.send?.(outcome);

const toErrorOutcome = (error: unknown): Outcome => {
  console.error(error);
  return error instanceof Error
    ? { error: { errorType: error.name, errorMessage: error.message } }
    : { error: { errorType: typeof error, errorMessage: String(error) } };
};

const loadHandler = async ({ codeFolder, handler }: InitMessage): Promise<Handler> => {
  const [, file = '', name = ''] = /^(.+)\.([^.]+)$/.exec(handler) ?? [];
  const module: Record<string, unknown> = await import(pathToFileURL(join(codeFolder, `${file}.mjs`)).href);
  const handlerExport = module[name];
  if (typeof handlerExport !== 'function')
    throw Object.assign(new Error(`${handler} is undefined or not exported`), { name: 'Runtime.HandlerNotFound' });
  return handlerExport as Handler;
};

const invoke = async (handler: Handler, { requestId, event, deadline }: Invocation): Promise<void> => {
  try {
    const context = { awsRequestId: requestId, getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()) };
    const payload = (await handler(event, context)) ?? null;
    // The payload is serialized as in Lambda, so that values which JSON cannot represent are lost here too.
    send({ payload: JSON.parse(JSON.stringify(payload)) });
  } catch (error) {
    send(toErrorOutcome(error));
  }
};

// The variable is removed, so that the function sees only its own environment, as in Lambda.
delete process.env['NODE_COMPILE_CACHE'];

process.once('message', async (initMessage: InitMessage) => {
  redirectRequests(initMessage.hosts);
  try {
    const handler = await loadHandler(initMessage);
    process.on('message', (message: Invocation) => void invoke(handler, message));
    send({ payload: null });
    // Node writes the cache at exit, but function processes are killed.
    flushCompileCache();
  } catch (error) {
    send(toErrorOutcome(error));
  }
});

process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of the terminal; the local cloud ends its functions itself.
process.on('SIGINT', () => {});
