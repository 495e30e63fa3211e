// Runs in a process of its own: loads a function's bundle and answers one invocation after the other, as Lambda's runtime does.
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Invocation, Outcome, Start } from './function-process.ts';
import { keepRequestsLocal } from './outbound.ts';

type Handler = (event: unknown, context: object) => unknown;

const send = (outcome: Outcome) => process.send?.(outcome);

const failure = (error: unknown): Outcome => {
  console.error(error);
  return error instanceof Error
    ? { error: { errorType: error.name, errorMessage: error.message } }
    : { error: { errorType: typeof error, errorMessage: String(error) } };
};

const load = async ({ codeFolder, handler }: Start): Promise<Handler> => {
  const [, file = '', name = ''] = /^(.+)\.([^.]+)$/.exec(handler) ?? [];
  const module: Record<string, unknown> = await import(pathToFileURL(join(codeFolder, `${file}.mjs`)).href);
  const found = module[name];
  if (typeof found !== 'function')
    throw Object.assign(new Error(`${handler} is undefined or not exported`), { name: 'Runtime.HandlerNotFound' });
  return found as Handler;
};

const invoke = async (handler: Handler, { requestId, event, deadline }: Invocation): Promise<void> => {
  try {
    const context = { awsRequestId: requestId, getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()) };
    const payload = (await handler(event, context)) ?? null;
    // As JSON it leaves Lambda; what JSON cannot say is lost there, too.
    send({ payload: JSON.parse(JSON.stringify(payload)) });
  } catch (error) {
    send(failure(error));
  }
};

// The bundle finds its own environment, as in Lambda.
delete process.env['NODE_COMPILE_CACHE'];

process.once('message', async (start: Start) => {
  keepRequestsLocal(start.hosts);
  try {
    const handler = await load(start);
    process.on('message', (message: Invocation) => void invoke(handler, message));
    send({ payload: null });
    // At its exit Node would do so by itself; a function is killed.
    flushCompileCache();
  } catch (error) {
    send(failure(error));
  }
});

process.on('disconnect', () => process.exit());
// Ctrl-C goes to every process of the terminal; the local cloud ends its functions itself.
process.on('SIGINT', () => {});
