import { expect, test } from '@jest/globals';
import { parseCommand } from './command.ts';
import { parseOptions } from './options.ts';

const regionArgs = ['--stage', 'dev', '--region', 'nuk'];
const userArgs = [...regionArgs, '--email', ' Anna@Store.example'];
const requiredArgs = [...userArgs, '--groups', 'admin, register-repairs', '--store', 'UK-1001'];

test('parses the options of an invitation', () =>
  expect(parseOptions(requiredArgs)).toEqual({
    stage: 'dev',
    region: 'nuk',
    email: 'anna@store.example',
    groups: ['admin', 'register-repairs'],
    store: 'UK-1001',
  }));

test('parses a password, a data folder of the local cloud and an empty list of roles', () =>
  expect(
    parseOptions([...userArgs, '--groups', '', '--store', 'UK-1', '--password', 'Long-enough-1!', '--state', '/data']),
  ).toMatchObject({ groups: [], password: 'Long-enough-1!', state: '/data' }));

test.each([
  [requiredArgs.with(3, 'nowhere'), '--region is not valid.'],
  [[...requiredArgs, '--password', 'short'], '--password is not valid.'],
  [[...requiredArgs.with(1, 'qa'), '--password', 'Long-enough-1!'], 'On qa people choose their own passwords'],
  [[...requiredArgs.with(1, 'prod'), '--password', 'Long-enough-1!'], 'On prod people choose their own passwords'],
  [[], '--stage is missing. --region is missing. --email is missing. --groups is missing. --store is missing.'],
  [requiredArgs.with(3, 'nfr').with(7, 'register-returns'), 'nfr on dev has no register-returns.'],
  [[...requiredArgs, '--admin'], "Unknown option '--admin'"],
])('rejects %j', (args, message) => expect(() => parseOptions(args)).toThrow(message));

test('parses each command with its own options', () => {
  expect(parseCommand(['disable', ...userArgs])).toEqual({
    name: 'disable',
    stage: 'dev',
    region: 'nuk',
    email: 'anna@store.example',
  });
  expect(parseCommand(['groups', ...userArgs, '--groups', 'admin,register-returns'])).toMatchObject({
    name: 'groups',
    groups: ['admin', 'register-returns'],
  });
  expect(parseCommand(['reconcile', '--stage', 'dev'])).toEqual({ name: 'reconcile', stage: 'dev', mend: false });
  expect(parseCommand(['reconcile', ...regionArgs, '--mend'])).toMatchObject({ region: 'nuk', mend: true });
});

test.each([
  [[], 'Which command?'],
  [['promote', ...userArgs], 'Which command?'],
  [['toString', ...userArgs], 'Which command?'],
  [['disable', ...regionArgs], '--email is missing.'],
  [['groups', ...userArgs, '--groups', 'boss'], '--groups is not valid.'],
  [['groups', ...userArgs.with(3, 'nfr'), '--groups', 'admin,register-returns'], 'nfr on dev has no register-returns.'],
  [['delete', ...userArgs, '--mend'], "Unknown option '--mend'"],
])('rejects the command %j', (args, message) => expect(() => parseCommand(args)).toThrow(message));
