import * as z from 'zod/mini';
import { findStage } from '#infra/stages.ts';
import * as field from '#shared/api/fields.ts';
import { flag, createCommandParser, runCommandLine } from '../command-line.ts';
import { endMaintenance, startMaintenance } from './stage/maintenance.ts';
import { startRollback } from './stage/rollback.ts';
import { openDirectory } from './users/directory.ts';
import { stageOptions } from './users/options.ts';

const usage = `Works on a whole stage.

  npm run stage -- back --stage prod           deploys the previous release, without the alarms that are already in ALARM
                                               as rollback triggers (docs/runbooks/rollback.md). Needs GitHub's command line (gh)
  npm run stage -- maintenance --stage prod --until 2026-11-20T03:30:00Z
                                               rejects bookings and all other changes from the next request on; reading still works, and
                                               the page shows the time. It lasts until --off, even after that time; repeat the command
                                               with another time if it takes longer
  npm run stage -- maintenance --stage prod --off

  --run    of back: the id of the release to go back to (the number in the address of its run on GitHub)
  --state  of the local cloud: where it keeps its data (.local/data)`;

const readStageCommand = createCommandParser({
  back: { stage: z.string(), run: z.optional(z.string().check(z.regex(/^\d+$/))) },
  maintenance: { ...stageOptions, until: z.optional(field.instant), off: flag },
});

const read = (args: string[]) => {
  const command = readStageCommand(args);
  findStage(command.stage);
  if (command.name === 'maintenance' && (command.until === undefined) !== command.off)
    throw new Error('Either --until or --off.');
  return command;
};

const run = async (command: ReturnType<typeof read>) => {
  const { stage } = command;
  if (command.name === 'back') {
    await startRollback(stage, command.run);
    return console.log(
      `The way back has started. Approve it where ${stage} has reviewers, and watch it: gh run list --workflow back.yml`,
    );
  }
  const { db, names } = await openDirectory(stage, command.state);
  if (command.until === undefined) {
    await endMaintenance(db, names.sessions);
    return console.log(`${stage} takes bookings again.`);
  }
  await startMaintenance(db, names.sessions, command.until);
  console.log(`${stage} refuses bookings and changes until --off. The page says until ${command.until}.`);
};

await runCommandLine({ usage, read, run });
