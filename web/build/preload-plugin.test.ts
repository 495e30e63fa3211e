import type { HtmlTagDescriptor, IndexHtmlTransformContext } from 'vite';
import { expect, test } from 'vitest';
import { preloadPlugin } from './preload-plugin.ts';

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;
type Chunk = { readonly modules?: string[]; readonly imports?: string[]; readonly styles?: string[] };

const bundleOf = (chunks: Readonly<Record<string, Chunk>>): Bundle =>
  Object.fromEntries(
    Object.entries(chunks).map(([fileName, { modules: moduleIds = [], imports = [], styles = [] }]) => {
      const chunk = { type: 'chunk', fileName, moduleIds, imports, viteMetadata: { importedCss: new Set(styles) } };
      return [fileName, chunk as unknown as Bundle[string]];
    }),
  );

/** What the document of a bundle is told to load, in order. */
const loadedBy = (html: string, bundle: Bundle) => {
  const { transformIndexHtml } = preloadPlugin('/web/main.tsx');
  if (typeof transformIndexHtml !== 'object') throw new Error('no hook');
  const tags = transformIndexHtml.handler.call({} as never, html, { bundle } as IndexHtmlTransformContext);
  return (tags as HtmlTagDescriptor[]).map(({ attrs }) => `${String(attrs?.['rel'])} ${String(attrs?.['href'])}`);
};

const bundle = bundleOf({
  'a/start.js': { modules: ['/portal/web/start.ts'] },
  'a/main.js': { modules: ['/portal/web/main.tsx'], imports: ['a/react.js', 'a/shell.js'], styles: ['a/main.css'] },
  'a/shell.js': { imports: ['a/react.js', 'a/main.js'], styles: ['a/shell.css', 'a/main.css'] },
  'a/react.js': {},
  'a/lazy.js': { imports: ['a/main.js'], styles: ['a/lazy.css'] },
});

test('the document names the application’s file and all that it imports, each once, and nothing that comes later', () =>
  expect(loadedBy('<html></html>', bundle)).toEqual([
    'modulepreload /a/main.js',
    'modulepreload /a/react.js',
    'modulepreload /a/shell.js',
    'stylesheet /a/shell.css',
    'stylesheet /a/main.css',
  ]));

test('what the document has already is not named again', () =>
  expect(loadedBy('<script src="/a/react.js"></script><link href="/a/main.css">', bundle)).toEqual([
    'modulepreload /a/main.js',
    'modulepreload /a/shell.js',
    'stylesheet /a/shell.css',
  ]));

test('without the application there is no site', () =>
  expect(() => loadedBy('', bundleOf({ 'a/start.js': { modules: ['/portal/web/start.ts'] } }))).toThrow(
    '/web/main.tsx has no chunk of its own',
  ));
