import type { HtmlTagDescriptor, IndexHtmlTransformContext, Plugin } from 'vite';

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

export type LinkedFile = { readonly rel: 'modulepreload' | 'stylesheet'; readonly file: string };

/** Returns the files that a module needs: its chunk, the chunks that this one imports, and their style sheets. */
export const findRequiredFiles = (bundle: Bundle, module: string): LinkedFile[] => {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || scripts.has(file)) return;
    scripts.add(file);
    for (const imported of chunk.imports) visit(imported);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)),
  );
  if (!chunk) throw new Error(`${module} has no chunk of its own`);
  visit(chunk.fileName);
  return [
    ...[...scripts].map((file) => ({ rel: 'modulepreload', file }) as const),
    ...[...styles].map((file) => ({ rel: 'stylesheet', file }) as const),
  ];
};

/**
 * Returns the attributes of a file's link. Scripts have a low priority, because the first paint needs the style sheets and
 * the document's own script only.
 */
export const toLinkAttributes = ({ rel, file }: LinkedFile) => ({
  rel,
  crossorigin: true,
  ...(rel === 'modulepreload' && { fetchpriority: 'low' }),
  href: `/${file}`,
});

/**
 * Preloads the chunks and style sheets that a document's first script imports only when it runs. `modules` has, by the path
 * of the document, the end of the imported module's path; null for a document that imports none.
 */
export const preloadPlugin = (modules: Readonly<Record<string, string | null>>): Plugin => ({
  name: 'preload-application',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {}, path }) => {
      const module = modules[path];
      if (module === undefined) throw new Error(`web/vite.config.ts names no module for ${path}`);
      if (module === null) return [];
      return findRequiredFiles(bundle, module)
        .filter(({ file }) => !html.includes(file))
        .map((file): HtmlTagDescriptor => ({ tag: 'link', attrs: toLinkAttributes(file), injectTo: 'head' }));
    },
  },
});
