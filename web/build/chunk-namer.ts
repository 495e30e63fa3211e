import { join } from 'node:path';

type Graph = { readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null };

const webFolder = join(import.meta.dirname, '..');

const startPage = 'app/home.tsx';
const listPage = 'features/records/submitted-records-page.tsx';

/** Pages that signed-in users open most. */
const mainPages = [
  startPage,
  'app/drawer.tsx',
  listPage,
  'features/repairs/book/book-repair-page.tsx',
  'features/returns/book/book-return-page.tsx',
] as const;

/** Entries of the sign-in pages, and a part that these load on demand. */
const signInFiles = ['static/sign-in.ts', 'static/hydrate.tsx', 'app/alert-bar.tsx'] as const;

const collectImports = (graph: Graph, file: string): ReadonlySet<string> => {
  const collected = new Set<string>();
  const visit = (id: string) => {
    if (collected.has(id)) return;
    collected.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  const entry = join(webFolder, file);
  if (!graph.getModuleInfo(entry)) throw new Error(`web/build/chunk-namer.ts names ${file}, which is not there.`);
  visit(entry);
  return collected;
};

const entries = ['start.ts', 'main.tsx', 'static/public.ts', 'static/sign-in.ts', 'static/hydrate.tsx'].map((file) =>
  join(webFolder, file),
);

/**
 * Creates the function that assigns a module to a chunk (docs/decisions/27); null leaves it to the bundler. A chunk
 * only imports from earlier ones.
 */
export const createChunkNamer = () => {
  const importsByFile = new Map<string, ReadonlySet<string>>();
  return (id: string, graph: Graph): string | null => {
    const isImportedBy = (file: string) => {
      const imported = importsByFile.get(file) ?? collectImports(graph, file);
      importsByFile.set(file, imported);
      return imported.has(id);
    };
    if (entries.includes(id)) return null;
    const isOnLoginPage = isImportedBy('features/auth/login-page.tsx');
    const isOnSignInPages = isOnLoginPage || signInFiles.some(isImportedBy);
    const isOnPublicPages = isImportedBy('static/public.ts');
    // The first paint of a sign-in page waits for this chunk, so it imports no other.
    if (isImportedBy('static/sign-in.ts')) return 'first';
    if (isImportedBy('start.ts')) return isOnSignInPages ? 'first' : 'start';
    if (isImportedBy('main.tsx')) {
      // Public pages have neither React nor the API.
      if (isOnPublicPages) return 'public-base';
      return isOnSignInPages ? 'base' : 'application';
    }
    if (isOnPublicPages && isOnSignInPages) return 'public-base';
    const importers = mainPages.filter(isImportedBy);
    if (importers.length > 0 && isOnSignInPages) return 'forms';
    if (isOnLoginPage) return 'sign-in';
    if (isImportedBy(startPage)) {
      if (importers.length > 2) return 'common';
      // One file, because a slow processor takes a millisecond or more for each request.
      return importers.includes(listPage) ? 'records' : null;
    }
    return importers.length > 1 ? 'fields' : null;
  };
};
