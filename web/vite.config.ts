import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { BuildEnvironmentOptions } from 'vite';
import type { ViteUserConfig } from 'vitest/config';
import { defineConfig } from 'vitest/config';
import { builtInTextsPlugin } from './build/built-in-texts-plugin.ts';
import { createChunkNamer } from './build/chunk-namer.ts';
import { fontsPlugin } from './build/fonts-plugin.ts';
import { leftOutIconsPlugin } from './build/left-out-icons-plugin.ts';
import { leftOutStylesPlugin } from './build/left-out-styles-plugin.ts';
import { pageReportPlugin } from './build/page-report-plugin.ts';
import { pageTitlesPlugin } from './build/page-titles-plugin.ts';
import { preloadPlugin } from './build/preload-plugin.ts';
import { staticPagesPlugin } from './build/static-pages-plugin.ts';
import { staticTextsPlugin } from './build/static-texts-plugin.ts';
import { themePlugin } from './build/theme-plugin.ts';

/** Origin of a running portal to which the development server proxies API and configuration requests. */
const portalOrigin = process.env['PORTAL_ORIGIN'];

const tests = ['**/*.test.{ts,tsx}'];
const testsThatMock = globSync(tests, { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('),
);

const clientBuild: BuildEnvironmentOptions = {
  rolldownOptions: {
    // Generating the theme and shrinking the fonts take a third of the build each, which it would warn about.
    checks: { pluginTimings: false },
    input: ['index.html', 'static/sign-in.html', 'static/public.html'].map((file) => join(import.meta.dirname, file)),
    output: {
      codeSplitting: {
        // `createChunkNamer` also assigns dependencies to chunks, so they do not follow the modules that import them.
        groups: [{ debugName: 'by sharing pages', name: createChunkNamer(), includeDependenciesRecursively: false }],
      },
    },
  },
};

const settings: ViteUserConfig = {
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite',
  plugins: [
    react(),
    themePlugin(),
    fontsPlugin(),
    leftOutIconsPlugin(),
    leftOutStylesPlugin(),
    builtInTextsPlugin(),
    pageTitlesPlugin(),
    staticTextsPlugin(),
    preloadPlugin({
      '/index.html': '/web/main.tsx',
      '/static/sign-in.html': '/web/static/hydrate.tsx',
      '/static/public.html': null,
    }),
    staticPagesPlugin(),
    pageReportPlugin(),
  ],
  resolve: {
    // Cloudscape's messages are already parsed when it is built, so a stub replaces the ICU parser.
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/lib/no-parser.js',
      },
    ],
  },
  server: portalOrigin
    ? {
        proxy: {
          '/api': { target: portalOrigin, changeOrigin: true },
          '/config.json': { target: portalOrigin, changeOrigin: true },
        },
      }
    : {},
  build: {
    emptyOutDir: true,
    // Assets are not inlined, because the content security policy allows files of the same origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    outDir: '../dist/web',
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./testing/setup.ts'],
    clearMocks: true,
    restoreMocks: true,
    unstubGlobals: true,
    // The timeout is only for tests that hang, because a busy machine is slow.
    testTimeout: 120_000,
    // The tests use half of the cores, because Jest runs at the same time.
    maxWorkers: Math.max(1, Math.floor(availableParallelism() / 2)),
    // A fresh module graph per file costs more than all the tests, so only files that mock modules are isolated.
    projects: [
      { extends: true, test: { name: 'web', include: tests, exclude: testsThatMock, isolate: false } },
      { extends: true, test: { name: 'web with mocks', include: testsThatMock } },
    ],
  },
};

export default defineConfig(({ command, isSsrBuild }) => {
  // React must be built for production, even if the shell (for example of a test) sets NODE_ENV.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return isSsrBuild ? settings : { ...settings, build: { ...settings.build, ...clientBuild } };
});
