import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Preloads the application's chunks and style sheets in the document, because its first script imports them only when
 * it runs. `module` is the end of the application module's path.
 */
export const preloadPlugin = (module: string): Plugin => ({
  name: 'preload-application',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const scripts = new Set<string>();
      const styles = new Set<string>();
      const visit = (file: string) => {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk' || scripts.has(file)) return;
        scripts.add(file);
        for (const imported of chunk.imports) visit(imported);
        for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
      };
      const application = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)),
      );
      if (!application) throw new Error(`${module} has no chunk of its own`);
      visit(application.fileName);
      const link =
        (rel: string) =>
        (file: string): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { rel, crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        });
      const isNew = (file: string) => !html.includes(file);
      return [
        ...[...scripts].filter(isNew).map(link('modulepreload')),
        ...[...styles].filter(isNew).map(link('stylesheet')),
      ];
    },
  },
});
