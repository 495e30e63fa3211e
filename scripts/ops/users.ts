import { runCommandLine } from '../command-line.ts';
import type { Command } from './users/command.ts';
import { parseCommand, runCommand, usage } from './users/command.ts';
import { openDirectory } from './users/directory.ts';

const changeUsers = async (command: Command) => {
  const { directory } = await openDirectory(command.stage, command.state);
  const { lines, isSuccessful } = await runCommand(directory, command);
  // The differences that `reconcile` lists are its regular output, even if some of them remain.
  const isOutput = isSuccessful || command.name === 'reconcile';
  if (isOutput) console.log(lines.join('\n'));
  else console.error(lines.join('\n'));
  if (!isSuccessful) process.exitCode = 1;
};

await runCommandLine({ usage, read: parseCommand, run: changeUsers });
