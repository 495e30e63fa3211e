import { expect, test } from '@jest/globals';
import { readOptions } from './options.ts';

test('everything is walked unless it is said otherwise', () => {
  const { pages, tongues, widths, schemes, states } = readOptions([]);
  expect(pages).toContain('bookReturn');
  expect({ tongues, widths, schemes, states }).toEqual({
    tongues: ['en', 'de', 'fr', 'pseudo'],
    widths: [320, 768, 1280, 1920],
    schemes: ['light', 'dark', 'forced'],
    states: undefined,
  });
});

test('a part of it is walked where one is named', () => {
  expect(readOptions(['--fast', '--pages', 'home, login', '--languages', 'fr', '--states', 'empty'])).toMatchObject({
    pages: ['home', 'login'],
    tongues: ['fr'],
    widths: [320, 1280],
    schemes: ['light', 'forced'],
    states: ['empty'],
  });
});

test.each([
  [['--pages', 'home,hoem'], 'No such page: hoem'],
  [['--languages', 'it'], 'No such language: it'],
  [['--widths', '320,wide'], 'No widths: 320,wide'],
])('%s is refused', (args, message) => expect(() => readOptions(args)).toThrow(message));
