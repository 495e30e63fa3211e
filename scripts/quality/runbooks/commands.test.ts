import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { findCommands, awsOnlyCommands, emulatedCommands, pages, readPage, findCommandBlocks } from './commands.ts';

const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};
const allBlocks = pages.flatMap((page) => findCommandBlocks(readPage(page)).map((block) => ({ page, block })));

test('every command of the runbooks runs in a test, or has a reason why not', () => {
  const documentedCommands = new Set(allBlocks.flatMap(({ block }) => findCommands(block)));
  const listedCommands = new Set([...emulatedCommands, ...Object.keys(awsOnlyCommands)]);
  // scripts/commands.test.ts covers commands for developers.
  const isNpmScript = (command: string) => Object.hasOwn(scripts, command.replace(/^npm (run )?/, ''));
  expect([...documentedCommands].filter((command) => !listedCommands.has(command) && !isNpmScript(command))).toEqual(
    [],
  );
  // Listed commands that are no longer documented must be removed.
  expect([...listedCommands].filter((command) => !documentedCommands.has(command))).toEqual([]);
});

test('AWS commands use variables for all placeholders', () => {
  const hasPlaceholder = (block: string) =>
    / --[a-z-]+ (?:…|(?!ALARM|PAY_PER_REQUEST|AT_SEQUENCE_NUMBER|SYSTEM|DELETED)[A-Z_]+(?![\w]))/.test(block);
  const awsCommands = allBlocks.filter(({ block }) => findCommands(block).some((command) => command.startsWith('aws')));
  expect(awsCommands.length).toBeGreaterThan(20);
  expect(awsCommands.filter(({ block }) => hasPlaceholder(block))).toEqual([]);
});

test('each page sets the region, for which the CLI has no default, before its AWS commands', () => {
  const blocksWithoutRegion = pages.flatMap((page) => {
    let isSet = false;
    return findCommandBlocks(readPage(page)).filter((block) => {
      isSet ||= /^ *export .*\bAWS_REGION=\S+ AWS_DEFAULT_REGION=/m.test(block);
      return !isSet && !block.includes('--region') && /(?<=^|[\s(])aws [a-z]/m.test(block);
    });
  });
  expect(blocksWithoutRegion).toEqual([]);
});

/** Variables of the shell, and the one that selects the credentials of the AWS CLI. */
const environmentVariables = ['AWS_PROFILE', 'PATH', 'HOME'];

test('each page sets its variables before their first use', () => {
  const undefinedVariables = pages.flatMap((page) => {
    const knownVariables = new Set(environmentVariables);
    return findCommandBlocks(readPage(page)).flatMap((block) =>
      block.split('\n').flatMap((line) => {
        const assignedVariables = [
          ...line.matchAll(/(?<=^|[\s;(])([A-Za-z_]+)=|for (\w+) in |read -r ([\w ]+)/g),
        ].flatMap(([, variable, item, columns = '']) => variable ?? item ?? columns.split(' '));
        const usedVariables = [...line.matchAll(/\$\{?([A-Za-z_]+)/g)].map(([, variable = '']) => variable);
        // A line may use the variables of the lines before it, and those that it assigns itself.
        const missingVariables = usedVariables.filter(
          (variable) => !knownVariables.has(variable) && !assignedVariables.includes(variable),
        );
        for (const variable of assignedVariables) knownVariables.add(variable);
        return missingVariables.map((variable) => `${page}: $${variable}`);
      }),
    );
  });
  expect(undefinedVariables).toEqual([]);
});
