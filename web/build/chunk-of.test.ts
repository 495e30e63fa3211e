import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chunkOf } from './chunk-of.ts';

const web = join(import.meta.dirname, '..');

/** What imports what, by files of the page. */
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

const idOf = (file: string) => (file.startsWith('\0') ? file : join(web, file));
const all = Object.values(imports).flat();
const graphOf = (table: typeof imports) => {
  const known = new Map(
    [...all.map((file) => [file, []] as const), ...Object.entries(table)].map(
      ([file, imported]) => [idOf(file), { importedIds: imported.map(idOf) }] as const,
    ),
  );
  return { getModuleInfo: (id: string) => known.get(id) ?? null };
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
])('%s travels in %s', (file, chunk) => expect(chunkOf()(idOf(file), graphOf(imports))).toBe(chunk));

test('a page that has been renamed is named by the build', () => {
  const { 'app/drawer.tsx': _, ...others } = imports;
  expect(() => chunkOf()(idOf('button.tsx'), graphOf(others))).toThrow('app/drawer.tsx');
});
