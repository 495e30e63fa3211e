import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { flag, createOptionsParser, runCommandLine } from '../command-line.ts';
import { createEraser } from './forget/forget.ts';
import { explainError } from './users/change-user.ts';
import { openDirectory } from './users/directory.ts';
import { stageOptions } from './users/options.ts';

const usage = `Permanently erases the personal data of a former user, or of all users of a store, from everything that the portal stores.

  npm run forget -- --stage prod --region nuk --email anna@store.example
  npm run forget -- --stage prod --region nuk --store UK-1001

  --dry-run   prints what would be erased, and changes nothing

Their bookings stay until they expire, without the email address. The command reads whole tables, which costs money if they are large.
Backups are not changed and expire later: after restoring one, repeat the command (docs/runbooks/restore.md).`;

const parseOptions = createOptionsParser({
  ...stageOptions,
  region: field.region,
  email: z.optional(field.email),
  store: z.optional(field.storeId),
  'dry-run': flag,
});

const read = (args: string[]) => {
  const parsed = parseOptions(args);
  if ((parsed.email === undefined) === (parsed.store === undefined)) throw new Error('Either --email or --store.');
  return parsed;
};

const run = async ({ stage, state, region, email, store, 'dry-run': isDryRun }: ReturnType<typeof read>) => {
  const { db, names, directory } = await openDirectory(stage, state);
  const actor = { by: 'operator', requestId: randomUUID() };
  const eraser = createEraser({ db, names, directory, actor, isDryRun });
  const counts =
    email === undefined ? await eraser.eraseStore(region, store ?? '') : await eraser.erasePerson(region, email);
  console.log(
    [
      `${counts.personCount} people ${isDryRun ? 'would be forgotten' : 'forgotten'} in ${region}:`,
      `in ${counts.recordCount} repairs and returns, ${counts.eventCount} events and ${counts.jobRowCount} rows of jobs.`,
      isDryRun ? 'Nothing is changed.' : `Recorded as ${actor.requestId}.`,
    ].join(' '),
  );
};

await runCommandLine({ usage, read, run, explain: explainError });
