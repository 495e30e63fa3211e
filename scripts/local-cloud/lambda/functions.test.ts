import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTestFolder, serveForTest } from '#scripts/local-cloud/testing/cleanup.ts';
import { buildFunctionDefinition } from '#scripts/local-cloud/testing/resources.ts';
import type { FunctionDefinition } from './function-process.ts';
import type { Functions } from './functions.ts';
import { createFunctions } from './functions.ts';

const code = `
import { request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
const processId = Math.random();
const viaHttps = (url) => new Promise((resolve, reject) => {
  request(url, { method: 'GET' }, async (answer) => { let text = ''; for await (const part of answer) text += part; resolve(text); }).on('error', reject).end();
});
export const handler = async (event) => {
  switch (event.do) {
    case 'throw': throw new TypeError('not like this');
    case 'crash': process.exit(7);
    case 'hang': return new Promise(() => setInterval(() => {}, 1000));
    case 'spin': for (;;);
    case 'wait': await wait(event.ms); return processId;
    case 'env': return { ...process.env };
    case 'fetch': return (await fetch(event.url)).text();
    case 'https': return viaHttps(event.url);
    default: return processId;
  }
};
`;

const apiArn = 'arn:aws:execute-api:eu-central-1:000000000000:api';
const caller = { principal: 'apigateway.amazonaws.com', sourceArn: `${apiArn}/api/GET/x` };

const folder = createTestFolder();
const localService = await serveForTest((req, res) => res.end(`local ${req.url}`));
let functions: Functions;
const definition = buildFunctionDefinition({
  codeFolder: join(folder, 'code'),
  environment: { TABLE: 'repairs' },
  // Unlike Lambda, the timeout includes the start, which can take seconds on a busy machine.
  timeoutSeconds: 10,
});
const { arn } = definition;
mkdirSync(definition.codeFolder);
writeFileSync(join(definition.codeFolder, 'index.mjs'), code);

/** Returns the load of the machine per processor; 1 unless a test sets it. */
let getLoad: (() => number) | undefined;
beforeEach(() => {
  getLoad = undefined;
  functions = createFunctions({
    getLoad: () => getLoad?.() ?? 1,
    logFolder: join(folder, 'logs'),
    getHosts: () => [['https://cognito-idp.eu-central-1.amazonaws.com', localService]],
    maxProcesses: 2,
  });
  functions.addPermission({ functionArn: arn, principal: caller.principal, sourceArn: `${apiArn}/*/*/*` });
});
afterEach(() => functions.stop());

const addFunction = (changes: Partial<FunctionDefinition> = {}) => functions.add({ ...definition, ...changes });
const invoke = (event: object) => functions.invokeFor(caller, arn, event);

test("passes only the function's own environment", async () => {
  addFunction();
  expect(await invoke({ do: 'env' })).toMatchObject({ payload: { TABLE: 'repairs' } });
  expect(await invoke({ do: 'env' })).not.toHaveProperty('payload.PATH');
});

test.each([
  ['throw', {}, 'TypeError', 'not like this'],
  ['hang', { timeoutSeconds: 1 }, 'Sandbox.Timedout', 'Task timed out after 1.00 seconds'],
  ['spin', { timeoutSeconds: 1 }, 'Sandbox.Timedout', 'Task timed out after 1.00 seconds'],
  ['crash', {}, 'Runtime.ExitError', 'exit status 7'],
])('reports a failure (%s) and stays usable', async (failure, changes, errorType, message) => {
  addFunction(changes);
  const errorMessage = expect.stringContaining(message);
  expect(await invoke({ do: failure })).toMatchObject({ error: { errorType, errorMessage } });
  expect(await invoke({})).toHaveProperty('payload');
});

test('extends the timeout on a busy machine', async () => {
  getLoad = () => 100;
  addFunction({ timeoutSeconds: 0.2 });
  expect(await invoke({ do: 'wait', ms: 600 })).toHaveProperty('payload');
});

test('runs invocations in parallel up to maxProcesses; the rest wait', async () => {
  addFunction();
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => invoke({ do: 'wait', ms: 100 })));
  expect(new Set(outcomes.map((outcome) => (outcome as { payload: number }).payload)).size).toBe(2);
});

test('fails at start if the handler is not exported', async () => {
  addFunction({ handler: 'index.nobody' });
  expect(await invoke({})).toMatchObject({ error: { errorType: 'Runtime.HandlerNotFound' } });
});

test.each(['fetch', 'https'])('lets functions reach emulated services only (%s)', async (client) => {
  addFunction();
  const url = 'https://cognito-idp.eu-central-1.amazonaws.com/pool/.well-known/jwks.json';
  expect(await invoke({ do: client, url })).toEqual({ payload: 'local /pool/.well-known/jwks.json' });
  expect(await invoke({ do: client, url: 'https://example.com/' })).toMatchObject({
    error: { errorMessage: 'The local cloud has nothing that answers for https://example.com' },
  });
});

test.each([
  ['another service', { ...caller, principal: 'cognito-idp.amazonaws.com' }],
  ['another API', { ...caller, sourceArn: 'arn:aws:execute-api:eu-central-1:000000000000:other/api/GET/x' }],
])('denies %s without a permission', async (_, otherCaller) => {
  addFunction();
  await expect(functions.invokeFor(otherCaller, arn, {})).rejects.toMatchObject({ name: 'AccessDeniedException' });
});

test('throws ResourceNotFoundException for an unknown function', async () => {
  await expect(invoke({})).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});
