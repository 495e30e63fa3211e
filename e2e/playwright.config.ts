import { defineConfig } from '@playwright/test';
import { chromiumArguments } from '#scripts/browsers.ts';

/** Journeys in the machine's own Chromium, or the one in another browser, against the portal that scripts/e2e.ts has brought up. */
export default defineConfig({
  testDir: '.',
  testMatch: process.env['PORTAL_BROWSER'] ? '*.tour.ts' : '*.journey.ts',
  fullyParallel: true,
  workers: 2,
  // Walking a long page by the tab key takes its time on a busy machine.
  timeout: 120_000,
  // A busy machine takes this long to book a return of a thousand lines.
  expect: { timeout: 30_000 },
  retries: 2,
  reporter: [['list']],
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/readings/{arg}{ext}',
  use: {
    baseURL: process.env['PORTAL_URL'] ?? '',
    viewport: { width: 1280, height: 900 },
    // Recording every journey costs a third of its time: one that fails is recorded as it runs again, and CI names it as flaky.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env['CHROME_PATH'] ?? '',
      args: chromiumArguments,
    },
  },
});
