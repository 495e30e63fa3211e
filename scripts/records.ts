import * as z from 'zod/mini';
import { runCommandLine } from './command-line.ts';
import { recordsUpkeep } from './records/upkeep.ts';
import { openDirectory } from './users/directory.ts';
import { readOptions } from './users/read-options.ts';

const usage = `Works on all repairs and returns of a stage at once. It reads whole tables: mind the cost of a large one.

  npm run records -- search --stage prod   builds the search table anew: after a restore
  npm run records -- renew --stage prod    writes records anew that are not as today's portal writes them: from before a
                                           column of their list, or a change of the promises' rules or the holidays

  --dry-run   of renew: says how many it would be, and changes nothing`;

const options = z.strictObject({
  stage: z.string(),
  state: z.optional(z.string()),
  'dry-run': z.optional(z.boolean()),
});

const commands = {
  search: async (upkeep: ReturnType<typeof recordsUpkeep>) => {
    const { items, removed } = await upkeep.rebuildSearch();
    return `${items} items find records, ${removed} that found nothing were taken out.`;
  },
  renew: async (upkeep: ReturnType<typeof recordsUpkeep>, isDryRun: boolean) => {
    const { repairs, returns } = await upkeep.renew({ isDryRun });
    return `${repairs} repairs and ${returns} returns ${isDryRun ? 'would be' : 'were'} written anew.`;
  },
};
const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);

const read = ([name = '', ...args]: string[]) => {
  if (!isCommand(name)) throw new Error('Which command?');
  const given = readOptions(options, args, ['dry-run']);
  if (given['dry-run'] && name !== 'renew') throw new Error('Only renew has a --dry-run.');
  return { name, ...given };
};

const run = async ({ name, stage, state, 'dry-run': isDryRun = false }: ReturnType<typeof read>) => {
  const { db, names } = await openDirectory(stage, state);
  console.log(await commands[name](recordsUpkeep(db, names), isDryRun));
};

await runCommandLine({ usage, read, run });
