import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { aliases, banner, mainFields, target, unusedCredentials } from '#infra/bundling.ts';
import { byRegion } from '#shared/regions.ts';
import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import { deployedFunctions } from './deployed-functions.ts';
import type { Bench } from './figure.ts';
import { median } from './interleaved.ts';
import { settings } from './signed-in.ts';

const rounds = 9;

/** What no function can do without: a client of DynamoDB, and one thing to ask it. */
const bareClient = `import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
const client = new DynamoDBClient({});
export const handler = async (event) => client.send(new GetItemCommand(event));`;

/** Bundles the bare client as the functions are. */
const bundleBareClient = async (outfile: string): Promise<void> => {
  await build({
    stdin: { contents: bareClient, resolveDir: import.meta.dirname },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target,
    mainFields: [...mainFields],
    minify: true,
    external: [...unusedCredentials],
    alias: { ...aliases },
    banner: { js: banner },
    logLevel: 'error',
  });
};

/** What is more than a text in the environment of functions. */
const parsed: Readonly<Record<string, string>> = {
  REGIONS: JSON.stringify(settings),
  GROUP_NAMES: JSON.stringify(['NUK']),
  ADMINS_NEED_SECOND_FACTOR: 'true',
  REGION: 'nuk',
  EMAIL_FROM: 'portal@retailer.example',
  WRITERS: JSON.stringify(byRegion(() => ({ lines: [], ask: 'repairs@retailer.example' }))),
  CAPTCHA_VERIFY_URL: 'https://captcha.example',
  SITE_URL: 'https://portal.example',
};

/** Loads a module in a process of its own, and prints for how many microseconds that took a processor: by the clock it would say how busy the machine is. */
const program = `const before = process.cpuUsage();
await import(process.argv[1]);
const { user, system } = process.cpuUsage(before);
process.stdout.write(String(user + system));
process.exit();`;

/** How many milliseconds of a processor a bundle takes to load. */
const start = (bundle: string, variables: readonly string[]): number => {
  const printed = execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', program, pathToFileURL(bundle).href],
    {
      encoding: 'utf8',
      env: {
        AWS_REGION: 'eu-central-1',
        ...Object.fromEntries(variables.map((name) => [name, parsed[name] ?? name.toLowerCase()])),
      },
    },
  );
  return Number(printed) / 1000;
};

/** A function and the bare client, one after the other, so that whatever else the machine does falls on both. */
type Turn = { readonly bare: number; readonly own: number };

/** Readers of files also start the thread that reads, and a client of S3: people wait for a file anyway. */
const isReader = (name: string) => name.includes('files');

/** How long each function takes to load what it is made of, as often as AWS starts a new one. */
export const starts: Bench = {
  about: 'the start of each function, in a process of its own, against a bare client of DynamoDB',
  run: async ({ say }) => {
    const functions = [...(await deployedFunctions(say)).values()];
    const { path, remove } = temporaryFolder();
    try {
      const bareBundle = join(path, 'index.mjs');
      await bundleBareClient(bareBundle);
      const taken = functions.map(({ name, bundle, variables }) => ({ name, bundle, variables, turns: [] as Turn[] }));
      for (let round = 0; round < rounds; round += 1) {
        for (const { bundle, variables, turns } of taken) {
          turns.push({ bare: start(bareBundle, []), own: start(bundle, variables) });
        }
      }
      const ofBare = taken.flatMap(({ turns }) => turns.map(({ bare }) => bare));
      return [
        { what: 'Bare client: processor', value: median(ofBare), unit: 'ms' },
        ...taken.flatMap(({ name, turns }) => [
          { what: `Function: ${name}, processor`, value: median(turns.map(({ own }) => own)), unit: 'ms' },
          {
            what: `Function: ${name} / bare client`,
            value: median(turns.map((turn) => turn.own / turn.bare)),
            ...(!isReader(name) && { atMost: 1.2 }),
          },
        ]),
      ];
    } finally {
      remove();
    }
  },
};
