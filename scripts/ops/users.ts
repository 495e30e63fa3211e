import { runCommandLine } from '../command-line.ts';
import type { Command } from './users/command.ts';
import { parseCommand, runCommand, usage } from './users/command.ts';
import { openDirectory } from './users/directory.ts';

const changeUsers = async (command: Command) => {
  const { directory } = await openDirectory(command.stage, command.state);
  const { lines, isFine } = await runCommand(directory, command);
  (isFine || command.name === 'reconcile' ? console.log : console.error)(lines.join('\n'));
  if (!isFine) process.exitCode = 1;
};

await runCommandLine({ usage, read: parseCommand, run: changeUsers });
