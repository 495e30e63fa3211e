import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { flag, createCommandParser, runCommandLine } from '../command-line.ts';
import type { CopyOutcome } from './records/copy-back.ts';
import { copyBack, copyOutcomes, needsDecision } from './records/copy-back.ts';
import { createRecordsRenewal } from './records/renewal.ts';
import { openDirectory } from './users/directory.ts';
import { stageOptions } from './users/options.ts';

const usage = `Works on all repairs and returns of a stage. It reads whole tables, which costs money if they are large.

  npm run records -- copy-back --from TABLE --stage prod   copies records that are missing in the stage's tables, or have an earlier version
                                           there, from a restored table (docs/runbooks/restore.md). Never overwrites a newer
                                           version; the second run copies nothing. Exits with 1 if a record that differs was not copied
  npm run records -- search --stage prod   rebuilds the search table, after tables were replaced
  npm run records -- renew --stage prod    rewrites records that the current portal would store differently: older than a column of
                                           their list, or than a change of the rules of deadlines or of the holidays

  --region, --store, --reference   of copy-back: only these
  --since      of copy-back: only what was booked or changed from this moment on (2026-11-20T09:00:00Z)
  --dry-run    of copy-back and renew: prints what would be written, and changes nothing`;

const read = createCommandParser({
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
  const renewal = createRecordsRenewal(db, names);
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
          report: ({ outcome, description }) =>
            outcome !== 'same' && console.log(`${description}: ${copyOutcomes[outcome]}`),
        },
      );
      console.log(isDryRun ? 'Would be, and nothing was changed:' : 'Done:');
      for (const [outcome, count] of Object.entries(counts))
        if (count > 0) console.log(`  ${count} ${copyOutcomes[outcome as CopyOutcome]}`);
      if (needsDecision(counts)) process.exitCode = 1;
      return;
    }
    case 'search': {
      const { itemCount, removedCount } = await renewal.rebuildSearch();
      return console.log(`${itemCount} items find records, ${removedCount} that found nothing were taken out.`);
    }
    case 'renew': {
      const isDryRun = command['dry-run'];
      const { repairs, returns } = await renewal.renew({ isDryRun });
      return console.log(`${repairs} repairs and ${returns} returns ${isDryRun ? 'would be' : 'were'} written anew.`);
    }
  }
};

await runCommandLine({ usage, read, run });
