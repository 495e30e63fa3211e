import { expect, test } from '@jest/globals';
import { findingLines, reportPage } from './report.ts';
import type { Finding } from './walk.ts';

const finding = (change: Partial<Finding> = {}): Finding => ({
  name: 'home',
  state: 'filled',
  tongue: 'en',
  kind: 'overflow',
  words: '<table> is wide',
  where: '320 light',
  ...change,
});

test('what is found in several windows is said once, with where', () => {
  expect(
    findingLines([finding(), finding({ where: '320 dark' }), finding({ tongue: 'fr' }), finding({ state: 'empty' })]),
  ).toEqual([
    'home: filled · overflow · <table> is wide (en 320 light, en 320 dark, fr 320 light)',
    'home: empty · overflow · <table> is wide (en 320 light)',
  ]);
});

test('the report tells figures, findings, pictures and why a state is not there', () => {
  const stop = { name: 'home', state: 'filled', tongue: 'en' } as const;
  const page = reportPage({
    stops: [stop],
    pictures: [{ ...stop, width: 320, scheme: 'dark', file: 'pictures/home.webp' }],
    findings: [finding()],
    seconds: 120,
    widths: [320],
    at: new Date('2026-11-18T00:00:00Z'),
  });
  expect(page).toContain('1 pages in 1 states, in en, at 320 pixels');
  expect(page).toContain('&lt;table&gt; is wide');
  expect(page).toContain('src="pictures/home.webp"');
  expect(page).toContain('invalid: It has no form.');
});
