import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import type { PageReport } from './page-report.ts';
import { findFiles } from './preload-plugin.ts';

const root = join(import.meta.dirname, '../..');

/** Modules that every page of a kind loads, and the module that imports each of these pages. */
const kinds = [
  { common: ['web/start.ts', 'web/main.tsx', 'shared/locales/en.json'], table: 'web/app/pages.ts' },
  {
    common: ['web/static/sign-in.ts', 'web/static/hydrate.tsx', 'virtual:static-texts/en'],
    table: 'web/static/sources.ts',
  },
] as const;

const toModuleName = (id: string) =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? id.replace(`${root}/`, '');

const toFileName = (file: string) => file.replace(/^assets\//, '').replace(/-[\w-]{8}(?=\.\w+$)/, '');

const sumModules = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): Record<string, number> => {
  if (file.type === 'asset') return { [toFileName(file.fileName)]: file.source.length };
  const lengths: Record<string, number> = {};
  for (const [id, { renderedLength }] of Object.entries(file.modules)) {
    const name = toModuleName(id);
    if (renderedLength > 0) lengths[name] = (lengths[name] ?? 0) + renderedLength;
  }
  return lengths;
};

/** Reports what each page loads first, in English, for `npm run bench -- sizes`. */
export const pageReportPlugin = (): Plugin => {
  let outDir = '';
  return {
    name: 'page-report',
    apply: 'build',
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir);
    },
    writeBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      const report: PageReport = { pages: {}, files: {} };
      const addPage = (page: string, modules: readonly string[]) => {
        const files = new Set(modules.flatMap((module) => findFiles(bundle, module)).map(({ file }) => file));
        report.pages[page] = [...files].map(toFileName).sort();
        for (const name of files) {
          const file = bundle[name];
          if (!file) continue;
          const content = file.type === 'chunk' ? file.code : file.source;
          report.files[toFileName(name)] = { bytes: gzipSync(content).length, modules: sumModules(file) };
        }
      };
      addPage('web/static/public.ts', ['web/static/public.ts']);
      for (const { common, table } of kinds) {
        const pages = this.getModuleInfo(join(root, table))?.dynamicallyImportedIds ?? [];
        for (const id of pages.filter((page) => page.endsWith('.tsx')))
          addPage(toModuleName(id), [...common, toModuleName(id)]);
      }
      writeFileSync(join(outDir, '../page-report.json'), JSON.stringify(report));
    },
  };
};
