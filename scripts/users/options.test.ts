import { expect, test } from '@jest/globals';
import { parseCommand } from './command.ts';
import { parseOptions } from './options.ts';

const where = ['--stage', 'dev', '--region', 'nuk'];
const who = [...where, '--email', ' Anna@Store.example'];
const needed = [...who, '--groups', 'admin, register-repairs', '--store', 'UK-1001'];

test('a user who is invited', () =>
  expect(parseOptions(needed)).toEqual({
    stage: 'dev',
    region: 'nuk',
    email: 'anna@store.example',
    groups: ['admin', 'register-repairs'],
    store: 'UK-1001',
  }));

test('a user with a password, in a local cloud elsewhere, without any role', () =>
  expect(
    parseOptions([...who, '--groups', '', '--store', 'UK-1', '--password', 'Long-enough-1!', '--state', '/data']),
  ).toMatchObject({ groups: [], password: 'Long-enough-1!', state: '/data' }));

test.each([
  [needed.with(3, 'nowhere'), '--region is not valid.'],
  [[...needed, '--password', 'short'], '--password is not valid.'],
  [[...needed.with(1, 'qa'), '--password', 'Long-enough-1!'], 'On qa people choose their own passwords'],
  [[...needed.with(1, 'prod'), '--password', 'Long-enough-1!'], 'On prod people choose their own passwords'],
  [[], '--stage is missing. --region is missing. --email is missing. --groups is missing. --store is missing.'],
  [needed.with(3, 'nfr').with(7, 'register-returns'), 'nfr on dev has no register-returns.'],
  [[...needed, '--admin'], "Unknown option '--admin'"],
])('%j is refused', (args, message) => expect(() => parseOptions(args)).toThrow(message));

test('commands are told apart, each with its own options', () => {
  expect(parseCommand(['disable', ...who])).toEqual({
    name: 'disable',
    stage: 'dev',
    region: 'nuk',
    email: 'anna@store.example',
  });
  expect(parseCommand(['groups', ...who, '--groups', 'admin,register-returns'])).toMatchObject({
    name: 'groups',
    groups: ['admin', 'register-returns'],
  });
  expect(parseCommand(['reconcile', '--stage', 'dev'])).toEqual({ name: 'reconcile', stage: 'dev', mend: false });
  expect(parseCommand(['reconcile', ...where, '--mend'])).toMatchObject({ region: 'nuk', mend: true });
});

test.each([
  [[], 'Which command?'],
  [['promote', ...who], 'Which command?'],
  [['toString', ...who], 'Which command?'],
  [['disable', ...where], '--email is missing.'],
  [['groups', ...who, '--groups', 'boss'], '--groups is not valid.'],
  [['groups', ...who.with(3, 'nfr'), '--groups', 'admin,register-returns'], 'nfr on dev has no register-returns.'],
  [['delete', ...who, '--mend'], "Unknown option '--mend'"],
])('%j is refused as a command', (args, message) => expect(() => parseCommand(args)).toThrow(message));
