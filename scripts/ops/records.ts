import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { flag, readCommand, runCommandLine } from '../command-line.ts';
import type { CopyOutcome } from './records/copy-back.ts';
import { copyBack, copyOutcomes, needsDecision } from './records/copy-back.ts';
import { createRecordsMaintenance } from './records/maintenance.ts';
import { openDirectory } from './users/directory.ts';
import { stageOptions } from './users/options.ts';

const usage = `Works on all repairs and returns of a stage at once. It reads whole tables: mind the cost of a large one.

  npm run records -- copy-back --from TABLE --stage prod   copies what the stage's tables have lost, or have in an earlier version,
                                           from a table restored beside them (docs/runbooks/restore.md). Never overwrites a newer
                                           version; the second run copies nothing. Ends with 1 where a record is left that is not the same
  npm run records -- search --stage prod   builds the search table anew: after tables were replaced
  npm run records -- renew --stage prod    writes records anew that are not as today's portal writes them: from before a
                                           column of their list, or a change of the deadlines' rules or the holidays

  --region, --store, --reference   of copy-back: only these
  --since      of copy-back: only what was booked or changed from this moment on (2026-11-20T09:00:00Z)
  --dry-run    of copy-back and renew: says what would be written, and changes nothing`;

const read = readCommand({
  'copy-back': {
    ...stageOptions,
    from: z.string().check(z.minLength(3)),
    region: z.optional(field.region),
    store: z.optional(field.storeId),
    reference: z.optional(field.storeRefNo),
    since: z.optional(field.instant),
    'dry-run': flag,
  },
  search: stageOptions,
  renew: { ...stageOptions, 'dry-run': flag },
});

const run = async (command: ReturnType<typeof read>) => {
  const { db, names } = await openDirectory(command.stage, command.state);
  const upkeep = createRecordsMaintenance(db, names);
  switch (command.name) {
    case 'copy-back': {
      const { from, region, store: storeId, reference: storeRefNo, since, 'dry-run': isDryRun } = command;
      const counts = await copyBack(
        from,
        { region, storeId, storeRefNo, since },
        {
          db,
          names,
          now: new Date(),
          isDryRun,
          report: ({ outcome, what }) => outcome !== 'same' && console.log(`${what}: ${copyOutcomes[outcome]}`),
        },
      );
      console.log(isDryRun ? 'Would be, and nothing was changed:' : 'Done:');
      for (const [outcome, count] of Object.entries(counts))
        if (count > 0) console.log(`  ${count} ${copyOutcomes[outcome as CopyOutcome]}`);
      if (needsDecision(counts)) process.exitCode = 1;
      return;
    }
    case 'search': {
      const { items, removed } = await upkeep.rebuildSearch();
      return console.log(`${items} items find records, ${removed} that found nothing were taken out.`);
    }
    case 'renew': {
      const isDryRun = command['dry-run'];
      const { repairs, returns } = await upkeep.renew({ isDryRun });
      return console.log(`${repairs} repairs and ${returns} returns ${isDryRun ? 'would be' : 'were'} written anew.`);
    }
  }
};

await runCommandLine({ usage, read, run });
