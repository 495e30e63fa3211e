import { flag, readCommand, runCommandLine } from '../command-line.ts';
import { createRecordsMaintenance } from './records/maintenance.ts';
import { openDirectory } from './users/directory.ts';
import { stageOptions } from './users/options.ts';

const usage = `Works on all repairs and returns of a stage at once. It reads whole tables: mind the cost of a large one.

  npm run records -- search --stage prod   builds the search table anew: after a restore
  npm run records -- renew --stage prod    writes records anew that are not as today's portal writes them: from before a
                                           column of their list, or a change of the deadlines' rules or the holidays

  --dry-run   of renew: says how many it would be, and changes nothing`;

const read = readCommand({ search: stageOptions, renew: { ...stageOptions, 'dry-run': flag } });

const run = async (command: ReturnType<typeof read>) => {
  const { db, names } = await openDirectory(command.stage, command.state);
  const upkeep = createRecordsMaintenance(db, names);
  if (command.name === 'search') {
    const { items, removed } = await upkeep.rebuildSearch();
    return console.log(`${items} items find records, ${removed} that found nothing were taken out.`);
  }
  const isDryRun = command['dry-run'];
  const { repairs, returns } = await upkeep.renew({ isDryRun });
  console.log(`${repairs} repairs and ${returns} returns ${isDryRun ? 'would be' : 'were'} written anew.`);
};

await runCommandLine({ usage, read, run });
