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
    / --[a-z-]+ (?:…|(?!ALARM|PAY_PER_REQUEST|AT_SEQUENCE_NUMBER|SYSTEM|DELETED)[A-Z_]+(?![\w]))/.test(block);
  const awsCommands = allBlocks.filter(({ block }) => findCommands(block).some((command) => command.startsWith('aws')));
  expect(awsCommands.length).toBeGreaterThan(20);
  expect(awsCommands.filter(({ block }) => hasPlaceholder(block))).toEqual([]);
});

test('sets the region, for which the CLI has no default, before the AWS commands of a page', () => {
  const withoutRegion = pages.flatMap((page) => {
    let isSet = false;
    return findCommandBlocks(readPage(page)).filter((block) => {
      isSet ||= /^ *export .*\bAWS_REGION=\S+ AWS_DEFAULT_REGION=/m.test(block);
      return !isSet && !block.includes('--region') && /(?<=^|[\s(])aws [a-z]/m.test(block);
    });
  });
  expect(withoutRegion).toEqual([]);
});

/** Variables that shells have, or that name the credentials of the AWS CLI. */
const environmentVariables = ['AWS_PROFILE', 'PATH', 'HOME'];

test('sets every variable on the page that uses it, before its first use', () => {
  const undefinedVariables = pages.flatMap((page) => {
    const known = new Set(environmentVariables);
    return findCommandBlocks(readPage(page)).flatMap((block) =>
      block.split('\n').flatMap((line) => {
        const assigned = [...line.matchAll(/(?<=^|[\s;(])([A-Za-z_]+)=|for (\w+) in |read -r ([\w ]+)/g)].flatMap(
          ([, variable, item, columns = '']) => variable ?? item ?? columns.split(' '),
        );
        const used = [...line.matchAll(/\$\{?([A-Za-z_]+)/g)].map(([, variable = '']) => variable);
        // An assignment may use variables of the lines before it, and its own line those that it assigns.
        const missing = used.filter((variable) => !known.has(variable) && !assigned.includes(variable));
        for (const variable of assigned) known.add(variable);
        return missing.map((variable) => `${page}: $${variable}`);
      }),
    );
  });
  expect(undefinedVariables).toEqual([]);
});
