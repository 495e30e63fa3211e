import type { Command } from './users/command.ts';
import { parseCommand, runCommand, usage } from './users/command.ts';
import { openDirectory } from './users/directory.ts';

const changeUsers = async (command: Command) => {
  const { directory } = await openDirectory(command.stage, command.state);
  const { lines, isFine } = await runCommand(directory, command);
  (isFine || command.name === 'reconcile' ? console.log : console.error)(lines.join('\n'));
  if (!isFine) process.exitCode = 1;
};

const say = (error: unknown) => (error instanceof Error ? error.message : String(error));

const begin = async (args: string[]) => {
  let command: Command;
  try {
    command = parseCommand(args);
  } catch (error) {
    throw new Error(`${say(error)}\n\n${usage}`, { cause: error });
  }
  await changeUsers(command);
};

begin(process.argv.slice(2)).catch((error: unknown) => {
  console.error(say(error));
  process.exitCode = 1;
});
