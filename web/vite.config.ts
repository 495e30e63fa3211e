import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { ViteUserConfig } from 'vitest/config';
import { defineConfig } from 'vitest/config';
import { chunkOf } from './build/chunk-of.ts';
import { firstWordsPlugin } from './build/first-words-plugin.ts';
import { fontsPlugin } from './build/fonts-plugin.ts';
import { leftOutStylesPlugin } from './build/left-out-styles-plugin.ts';
import { preloadPlugin } from './build/preload-plugin.ts';
import { themePlugin } from './build/theme-plugin.ts';

/** A running portal that answers what the development server cannot. */
const portal = process.env['PORTAL_ORIGIN'];

const tests = ['**/*.test.{ts,tsx}'];
const testsThatMock = globSync(tests, { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('),
);

const settings: ViteUserConfig = {
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite',
  plugins: [
    react(),
    themePlugin(),
    fontsPlugin(),
    leftOutStylesPlugin(),
    firstWordsPlugin(),
    preloadPlugin('/web/main.tsx'),
  ],
  resolve: {
    // Cloudscape's own words are parsed already: the parser that comes with what formats them is never asked.
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/lib/no-parser.js',
      },
    ],
  },
  server: portal
    ? {
        proxy: {
          '/api': { target: portal, changeOrigin: true },
          '/config.json': { target: portal, changeOrigin: true },
        },
      }
    : {},
  build: {
    emptyOutDir: true,
    // Nothing inline: the content policy allows files of our own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    outDir: '../dist/web',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What they import is named too, by the same function.
          groups: [{ debugName: 'by who shares them', name: chunkOf(), includeDependenciesRecursively: false }],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./testing/setup.ts'],
    clearMocks: true,
    restoreMocks: true,
    unstubGlobals: true,
    // Bounds for what hangs, not for what is slow: a busy machine takes its time.
    testTimeout: 120_000,
    // Half of the cores: jest runs beside.
    maxWorkers: Math.max(1, Math.floor(availableParallelism() / 2)),
    // A fresh module graph for each file costs more than all the tests: only files that replace a module get one.
    projects: [
      { extends: true, test: { name: 'web', include: tests, exclude: testsThatMock, isolate: false } },
      { extends: true, test: { name: 'web with mocks', include: testsThatMock } },
    ],
  },
};

export default defineConfig(({ command }) => {
  // Whatever the shell says, as that of a test does: React is built for production.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return settings;
});
