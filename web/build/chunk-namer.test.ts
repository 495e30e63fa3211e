import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createChunkNamer } from './chunk-namer.ts';

const webFolder = join(import.meta.dirname, '..');

/** Imports by file of the page. */
const imports: Readonly<Record<string, readonly string[]>> = {
  'start.ts': ['light.ts', 'pages.ts', '\0vite/preload-helper.js'],
  'main.tsx': ['light.ts', 'pages.ts', 'alerts.ts', 'react.ts', 'router.ts', 'zod.ts', 'icons.tsx', '\0virtual:words'],
  'static/public.ts': ['light.ts', 'zod.ts', 'front-page.css', 'landing.css'],
  'static/sign-in.ts': ['light.ts', 'alerts.ts', 'link.ts', 'icon.css', '\0vite/preload-helper.js'],
  'static/hydrate.tsx': ['react.ts', 'light.ts'],
  'app/alert-bar.tsx': ['react.ts', 'icons.tsx'],
  'features/auth/login-page.tsx': ['react.ts', 'form.ts', 'captcha.ts', 'link.ts', 'front-page.css'],
  'app/home.tsx': ['router.ts', 'button.tsx', 'panel.tsx', 'rows.ts', 'drafts.ts'],
  'app/drawer.tsx': ['button.tsx'],
  'features/records/submitted-records-page.tsx': ['button.tsx', 'table.tsx', 'select.tsx', 'rows.ts'],
  'features/repairs/book/book-repair-page.tsx': ['button.tsx', 'form.ts', 'select.tsx', 'icon.css'],
  'features/returns/book/book-return-page.tsx': ['button.tsx', 'select.tsx', 'icon.css', 'drafts.ts'],
};

const toId = (file: string) => (file.startsWith('\0') ? file : join(webFolder, file));
const importedFiles = Object.values(imports).flat();
const createGraph = (table: typeof imports) => {
  const modules = new Map(
    [...importedFiles.map((file) => [file, []] as const), ...Object.entries(table)].map(
      ([file, imported]) => [toId(file), { importedIds: imported.map(toId) }] as const,
    ),
  );
  return { getModuleInfo: (id: string) => modules.get(id) ?? null };
};

test.each([
  ['light.ts', 'first'],
  ['\0vite/preload-helper.js', 'first'],
  ['pages.ts', 'start'],
  ['alerts.ts', 'first'],
  ['link.ts', 'first'],
  ['react.ts', 'base'],
  ['icons.tsx', 'base'],
  ['router.ts', 'application'],
  ['\0virtual:words', 'application'],
  ['zod.ts', 'public-base'],
  ['front-page.css', 'public-base'],
  ['landing.css', null],
  ['form.ts', 'forms'],
  ['icon.css', 'first'],
  ['button.tsx', 'common'],
  ['select.tsx', 'fields'],
  ['rows.ts', 'records'],
  ['drafts.ts', null],
  ['captcha.ts', 'sign-in'],
  ['panel.tsx', null],
  ['table.tsx', null],
  ['start.ts', null],
  ['main.tsx', null],
  ['static/sign-in.ts', null],
  ['static/public.ts', null],
  ['static/hydrate.tsx', null],
  ['\0rolldown/runtime.js', null],
])('puts %s into chunk %s', (file, chunk) => expect(createChunkNamer()(toId(file), createGraph(imports))).toBe(chunk));

test('throws with the name of a listed page that no longer exists', () => {
  const { 'app/drawer.tsx': _, ...rest } = imports;
  expect(() => createChunkNamer()(toId('button.tsx'), createGraph(rest))).toThrow('app/drawer.tsx');
});
