import { defineConfig } from '@playwright/test';
import { chromiumArguments } from '#scripts/browsers.ts';

/**
 * Runs the journeys in the machine's Chromium, or the tour (browsers/portal.tour.ts) in another browser, against the
 * portal that scripts/e2e.ts has started.
 */
export default defineConfig({
  testDir: '.',
  testMatch: process.env['PORTAL_BROWSER'] ? '*.tour.ts' : '*.journey.ts',
  fullyParallel: true,
  workers: 2,
  // Tabbing through a long page is slow on a busy machine.
  timeout: 120_000,
  // A busy machine takes this long to book a return of a thousand lines.
  expect: { timeout: 30_000 },
  // A journey that passes only when it is repeated fails the run all the same; the repetition is traced.
  retries: 1,
  failOnFlakyTests: true,
  reporter: [['list']],
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/readings/{arg}{ext}',
  use: {
    baseURL: process.env['PORTAL_URL'] ?? '',
    viewport: { width: 1280, height: 900 },
    // Tracing every journey would take a third longer.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env['CHROME_PATH'] ?? '',
      args: chromiumArguments,
    },
  },
});
