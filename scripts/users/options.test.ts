import { expect, test } from '@jest/globals';
import { parseOptions } from './options.ts';

const needed = [
  '--stage',
  'dev',
  '--region',
  'nuk',
  '--email',
  ' Anna@Store.example',
  '--groups',
  'admin, register-repairs',
  '--store',
  'UK-1001',
];

test('a user with a password that is made for them', () =>
  expect(parseOptions(needed)).toEqual({
    stage: 'dev',
    region: 'nuk',
    email: 'anna@store.example',
    groups: ['admin', 'register-repairs'],
    store: 'UK-1001',
    invite: false,
  }));

test('a user who is invited, in a local cloud elsewhere', () =>
  expect(parseOptions([...needed, '--invite', '--state', '/data'])).toMatchObject({ invite: true, state: '/data' }));

test.each([
  [[...needed, '--invite', '--password', 'Long-enough-1!'], '--password and --invite exclude each other'],
  [needed.with(3, 'nowhere'), '--region is not valid.'],
  [[...needed, '--password', 'short'], '--password is not valid.'],
  [[], '--stage is missing.\n--region is missing.\n--email is missing.\n--groups is missing.\n--store is missing.'],
  [[...needed, '--admin'], "Unknown option '--admin'"],
])('%j is refused', (args, message) => expect(() => parseOptions(args)).toThrow(message));
