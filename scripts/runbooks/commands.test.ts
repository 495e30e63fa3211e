import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { commandsIn, elsewhere, here, pages, readPage, typedOn } from './commands.ts';

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};
const all = pages.flatMap((page) => typedOn(readPage(page)).map((typed) => ({ page, typed })));

test('every command of the runbooks is typed in a test, or named with the reason why only AWS has it', () => {
  const named = new Set(all.flatMap(({ typed }) => commandsIn(typed)));
  const known = new Set([...here, ...Object.keys(elsewhere)]);
  // Commands for developers have tests of their own (scripts/commands.test.ts).
  const isOurs = (command: string) => Object.hasOwn(scripts, command.replace(/^npm (run )?/, ''));
  expect([...named].filter((command) => !known.has(command) && !isOurs(command))).toEqual([]);
  // What nothing names any more goes from the lists.
  expect([...known].filter((command) => !named.has(command))).toEqual([]);
});

test('what is left to say in a command for AWS is a variable', () => {
  const isOpen = (typed: string) =>
    / --[a-z-]+ (?:…|(?!ALARM|PAY_PER_REQUEST|AT_SEQUENCE_NUMBER)[A-Z_]+(?![\w]))/.test(typed);
  const ofAws = all.filter(({ typed }) => commandsIn(typed).some((command) => command.startsWith('aws')));
  expect(ofAws.length).toBeGreaterThan(20);
  expect(ofAws.filter(({ typed }) => isOpen(typed))).toEqual([]);
});
