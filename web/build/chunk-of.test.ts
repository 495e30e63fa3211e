import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createChunkNamer } from './chunk-of.ts';

const web = join(import.meta.dirname, '..');

/** Imports by file of the page. */
const imports: Readonly<Record<string, readonly string[]>> = {
  'start.ts': ['light.ts', '\0vite/preload-helper.js'],
  'main.tsx': ['light.ts', 'shell.tsx', '\0virtual:words'],
  'features/auth/login-page.tsx': ['shell.tsx', 'form.ts', 'captcha.ts'],
  'app/home.tsx': ['shell.tsx', 'button.tsx', 'panel.tsx'],
  'app/drawer.tsx': ['button.tsx'],
  'features/records/submitted-records-page.tsx': ['button.tsx', 'table.tsx', 'select.tsx'],
  'features/repairs/book/book-repair-page.tsx': ['button.tsx', 'form.ts', 'select.tsx'],
  'features/returns/book/book-return-page.tsx': ['button.tsx', 'select.tsx'],
};

const toId = (file: string) => (file.startsWith('\0') ? file : join(web, file));
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
  ['shell.tsx', 'application'],
  ['\0virtual:words', 'application'],
  ['form.ts', 'forms'],
  ['button.tsx', 'common'],
  ['select.tsx', 'fields'],
  ['captcha.ts', null],
  ['panel.tsx', null],
  ['table.tsx', null],
  ['start.ts', null],
  ['main.tsx', null],
  ['\0rolldown/runtime.js', null],
])('puts %s into chunk %s', (file, chunk) => expect(createChunkNamer()(toId(file), createGraph(imports))).toBe(chunk));

test('names a page of the list that no longer exists', () => {
  const { 'app/drawer.tsx': _, ...rest } = imports;
  expect(() => createChunkNamer()(toId('button.tsx'), createGraph(rest))).toThrow('app/drawer.tsx');
});
