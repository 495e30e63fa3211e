import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import type { PageReport } from './page-report.ts';
import { findRequiredFiles } from './preload-plugin.ts';

const root = join(import.meta.dirname, '../..');

/** Modules that every page of a kind loads, and the module that imports the pages of this kind. */
const pageKinds = [
  { commonModules: ['web/start.ts', 'web/main.tsx', 'shared/locales/en.json'], pagesModule: 'web/app/pages.ts' },
  {
    commonModules: ['web/static/sign-in.ts', 'web/static/hydrate.tsx', 'virtual:static-texts/en'],
    pagesModule: 'web/static/loaders.ts',
  },
] as const;

const toModuleName = (id: string) =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? id.replace(`${root}/`, '');

/** Creates a function that returns a file's name without its hash; a second file of that name gets a number. */
const createNamer = () => {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (file: string): string => {
    const knownName = names.get(file);
    if (knownName !== undefined) return knownName;
    const plainName = file.replace(/^assets\//, '').replace(/-[\w-]{8}(?=\.\w+$)/, '');
    const count = (counts.get(plainName) ?? 0) + 1;
    counts.set(plainName, count);
    const name = count === 1 ? plainName : `${count}-${plainName}`;
    names.set(file, name);
    return name;
  };
};

const sumModules = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): Record<string, number> => {
  // The bundle does not list the modules of a style sheet, so its name stands for them.
  if (file.type === 'asset') return { [file.names[0] ?? file.fileName]: file.source.length };
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
      const toName = createNamer();
      const report: PageReport = { pages: {}, files: {} };
      const addPage = (page: string, modules: readonly string[]) => {
        const files = new Set(modules.flatMap((module) => findRequiredFiles(bundle, module)).map(({ file }) => file));
        report.pages[page] = [...files].map(toName).sort();
        for (const name of files) {
          const file = bundle[name];
          if (!file) continue;
          const content = file.type === 'chunk' ? file.code : file.source;
          report.files[toName(name)] = { bytes: gzipSync(content).length, modules: sumModules(file) };
        }
      };
      addPage('web/static/public.ts', ['web/static/public.ts']);
      // The first paint of a sign-in page waits for these files.
      addPage('web/static/sign-in.ts', ['web/static/sign-in.ts']);
      for (const { commonModules, pagesModule } of pageKinds) {
        const pages = this.getModuleInfo(join(root, pagesModule))?.dynamicallyImportedIds ?? [];
        for (const id of pages.filter((page) => page.endsWith('.tsx')))
          addPage(toModuleName(id), [...commonModules, toModuleName(id)]);
      }
      addPage('web/app/alert-bar.tsx', [
        ...pageKinds[1].commonModules,
        'web/features/auth/login-page.tsx',
        'web/app/alert-bar.tsx',
      ]);
      // Home's module has this page, too, and loads its content.
      addPage('web/features/overview/overview-page.tsx', [
        ...pageKinds[0].commonModules,
        'web/app/home.tsx',
        'web/features/overview/overview-page.tsx',
      ]);
      writeFileSync(join(outDir, '../page-report.json'), JSON.stringify(report));
    },
  };
};
