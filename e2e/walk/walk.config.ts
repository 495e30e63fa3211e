import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config.ts';
import type { WalkOptions } from './every-page.walk.ts';
import { tongues } from './open.ts';

const whole = { widths: [320, 768, 1280, 1920], schemes: ['light', 'dark', 'forced'] } as const;
const quick = { widths: [320, 1280], schemes: ['light', 'forced'] } as const;

/** Every page in every state, and the main pages' pictures: no journeys, but in the same browser and before the same site. */
export default defineConfig<WalkOptions>({
  ...journeys,
  testDir: '.',
  testMatch: 'every-page.walk.ts',
  timeout: 300_000,
  retries: 0,
  reporter: [['list'], ['html', { outputFolder: '../../walk-report', open: 'never' }]],
  outputDir: '../../test-results',
  projects: [
    ...tongues.map((tongue) => ({ name: `full-${tongue}`, use: { tongue, ...whole } })),
    ...(['en', 'pseudo'] as const).map((tongue) => ({ name: `quick-${tongue}`, use: { tongue, ...quick } })),
    { name: 'pictures', testMatch: 'pictures.walk.ts' },
  ],
});
