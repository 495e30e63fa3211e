import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config.ts';
import type { WalkOptions } from './every-page.walk.ts';
import { walkLanguages } from './open.ts';

const fullWindows = { widths: [320, 768, 1280, 1920], schemes: ['light', 'dark', 'forced'] } as const;
const quickWindows = { widths: [320, 1280], schemes: ['light', 'forced'] } as const;

/**
 * Opens every page in every state (docs/walk.md), or takes the main pages' pictures, in the same browser and against the
 * same site as the journeys.
 */
export default defineConfig<WalkOptions>({
  ...journeys,
  testDir: '.',
  testMatch: 'every-page.walk.ts',
  timeout: 300_000,
  retries: 0,
  reporter: [['list'], ['html', { outputFolder: '../../walk-report', open: 'never' }]],
  outputDir: '../../test-results',
  projects: [
    ...walkLanguages.map((language) => ({ name: `full-${language}`, use: { language, ...fullWindows } })),
    ...(['en', 'pseudo'] as const).map((language) => ({
      name: `quick-${language}`,
      use: { language, ...quickWindows },
    })),
    { name: 'pictures', testMatch: 'pictures.walk.ts' },
  ],
});
