import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { flag, readOptions, runCommandLine } from '../command-line.ts';
import { createEraser } from './forget/forget.ts';
import { explainError } from './users/change-user.ts';
import { openDirectory } from './users/directory.ts';
import { stageOptions } from './users/options.ts';

const usage = `Takes somebody who has left, or everybody of a store, out of all that the portal keeps. For good.

  npm run forget -- --stage prod --region nuk --email anna@store.example
  npm run forget -- --stage prod --region nuk --store UK-1001

  --dry-run   says what would be forgotten, and changes nothing

What they booked stays until it runs out, without their address. It reads whole tables: mind the cost of a large one.
Backups are left as they are until they run out: after restoring one, repeat the command (docs/runbooks/restore.md).`;

const options = readOptions({
  ...stageOptions,
  region: field.region,
  email: z.optional(field.email),
  store: z.optional(field.storeId),
  'dry-run': flag,
});

const read = (args: string[]) => {
  const parsed = options(args);
  if ((parsed.email === undefined) === (parsed.store === undefined)) throw new Error('Either --email or --store.');
  return parsed;
};

const run = async ({ stage, state, region, email, store, 'dry-run': isDryRun }: ReturnType<typeof read>) => {
  const { db, names, directory } = await openDirectory(stage, state);
  const actor = { by: 'operator', requestId: randomUUID() };
  const forget = createEraser({ db, names, directory, actor, isDryRun });
  const { people, records, events, rows } =
    email === undefined ? await forget.store(region, store ?? '') : await forget.person(region, email);
  console.log(
    [
      `${people} people ${isDryRun ? 'would be forgotten' : 'forgotten'} in ${region}:`,
      `in ${records} repairs and returns, ${events} events and ${rows} rows of jobs.`,
      isDryRun ? 'Nothing is changed.' : `Recorded as ${actor.requestId}.`,
    ].join(' '),
  );
};

await runCommandLine({ usage, read, run, explain: explainError });
