import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { fontsPlugin } from '#web/build/fonts-plugin.ts';

const sourceFolder = join(import.meta.dirname, 'bare-page');

/** Builds the pages that consist of Cloudscape's components only, with which the portal's pages are compared. */
export const buildBarePages = (outDir: string) =>
  build({
    root: sourceFolder,
    configFile: false,
    logLevel: 'error',
    // Fonts are files of their own, as in the portal.
    plugins: [react(), fontsPlugin()],
    build: {
      outDir,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { input: ['form', 'table'].map((name) => join(sourceFolder, `${name}.html`)) },
    },
  });
