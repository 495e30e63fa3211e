import { expect, test } from '@jest/globals';
import type { PageReport } from '#web/build/page-report.ts';
import { isWithinLimits } from './figure.ts';
import { comparePages } from './sizes.ts';

const recordedReport: PageReport = {
  pages: { 'home.tsx': ['base.js', 'home.js'], 'list.tsx': ['base.js', 'list.js'] },
  files: {
    'base.js': { bytes: 90_000, modules: { react: 9000, 'shell.tsx': 500 } },
    'home.js': { bytes: 10_000, modules: { 'home.tsx': 700, 'panel.tsx': 300 } },
    'list.js': { bytes: 20_000, modules: { 'list.tsx': 700 } },
  },
};

const growHome = (bytes: number): PageReport => ({
  pages: { ...recordedReport.pages, 'home.tsx': ['base.js', 'chart.js', 'home.js'] },
  files: {
    ...recordedReport.files,
    'chart.js': { bytes, modules: { chart: 5000, 'panel.tsx': 1300 } },
    'home.js': { bytes: 10_000, modules: { 'home.tsx': 700 } },
  },
});

test('accepts a page that grows by up to 2 KB, or shrinks', () => {
  expect(comparePages(recordedReport, growHome(2000)).every(isWithinLimits)).toBe(true);
  expect(comparePages(growHome(2000), recordedReport).every(isWithinLimits)).toBe(true);
});

test('names the modules that made a page grow, the largest first', () => {
  expect(comparePages(recordedReport, growHome(2100))).toEqual([
    { label: 'home.tsx: chart +5.0, panel.tsx +1.0', value: 102.1, unit: 'KB', atMost: 102 },
    { label: 'list.tsx', value: 110, unit: 'KB', atMost: 112 },
  ]);
});

test('rejects a page that is not recorded', () => {
  const { 'list.tsx': _, ...pages } = recordedReport.pages;
  const failedFigures = comparePages({ ...recordedReport, pages }, recordedReport).filter(
    (figure) => !isWithinLimits(figure),
  );
  expect(failedFigures.map(({ label }) => label)).toEqual(['list.tsx, which is not recorded']);
});
