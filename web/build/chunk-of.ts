import { join } from 'node:path';

type Graph = { readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null };

const web = join(import.meta.dirname, '..');

/** What is opened most by those who are signed in; the first is what they begin with. */
const counter = [
  'app/home.tsx',
  'app/drawer.tsx',
  'features/records/submitted-records-page.tsx',
  'features/repairs/book/book-repair-page.tsx',
  'features/returns/book/book-return-page.tsx',
] as const;

const importedBy = (graph: Graph, file: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  const begin = join(web, file);
  if (!graph.getModuleInfo(begin)) throw new Error(`web/build/chunk-of.ts names ${file}, which is not there.`);
  visit(begin);
  return found;
};

const begun = ['start.ts', 'main.tsx'].map((file) => join(web, file));

/** In which file a module travels (docs/decisions/27); null leaves it to the bundler. A file only imports from those before it. */
export const chunkOf = () => {
  const known = new Map<string, ReadonlySet<string>>();
  return (id: string, graph: Graph): string | null => {
    const isIn = (file: string) => {
      const imported = known.get(file) ?? importedBy(graph, file);
      known.set(file, imported);
      return imported.has(id);
    };
    if (begun.includes(id)) return null;
    if (isIn('start.ts')) return 'first';
    if (isIn('main.tsx')) return 'application';
    const users = counter.filter(isIn);
    if (users.length > 0 && isIn('features/auth/login-page.tsx')) return 'forms';
    if (isIn(counter[0])) return users.length > 2 ? 'common' : null;
    return users.length > 1 ? 'fields' : null;
  };
};
