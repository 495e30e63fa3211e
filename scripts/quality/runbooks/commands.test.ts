import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { findCommands, awsOnlyCommands, emulatedCommands, pages, readPage, findCommandBlocks } from './commands.ts';

const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};
const allBlocks = pages.flatMap((page) => findCommandBlocks(readPage(page)).map((block) => ({ page, block })));

test('runs every command of the runbooks in a test, or documents why not', () => {
  const documented = new Set(allBlocks.flatMap(({ block }) => findCommands(block)));
  const listed = new Set([...emulatedCommands, ...Object.keys(awsOnlyCommands)]);
  // scripts/commands.test.ts covers commands for developers.
  const isNpmScript = (command: string) => Object.hasOwn(scripts, command.replace(/^npm (run )?/, ''));
  expect([...documented].filter((command) => !listed.has(command) && !isNpmScript(command))).toEqual([]);
  // Listed commands that are no longer documented must be removed.
  expect([...listed].filter((command) => !documented.has(command))).toEqual([]);
});

test('uses variables for all placeholders in AWS commands', () => {
  const hasPlaceholder = (block: string) =>
    / --[a-z-]+ (?:…|(?!ALARM|PAY_PER_REQUEST|AT_SEQUENCE_NUMBER)[A-Z_]+(?![\w]))/.test(block);
  const awsCommands = allBlocks.filter(({ block }) => findCommands(block).some((command) => command.startsWith('aws')));
  expect(awsCommands.length).toBeGreaterThan(20);
  expect(awsCommands.filter(({ block }) => hasPlaceholder(block))).toEqual([]);
});
