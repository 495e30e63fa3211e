import type { HtmlTagDescriptor, IndexHtmlTransformContext } from 'vite';
import { expect, test } from 'vitest';
import { preloadPlugin } from './preload-plugin.ts';

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;
type Chunk = { readonly modules?: string[]; readonly imports?: string[]; readonly styles?: string[] };

const buildBundle = (chunks: Readonly<Record<string, Chunk>>): Bundle =>
  Object.fromEntries(
    Object.entries(chunks).map(([fileName, { modules: moduleIds = [], imports = [], styles = [] }]) => {
      const chunk = { type: 'chunk', fileName, moduleIds, imports, viteMetadata: { importedCss: new Set(styles) } };
      return [fileName, chunk as unknown as Bundle[string]];
    }),
  );

const createTags = (html: string, bundle: Bundle): readonly HtmlTagDescriptor[] => {
  const { transformIndexHtml } = preloadPlugin({ '/index.html': '/web/main.tsx' });
  if (typeof transformIndexHtml !== 'object') throw new Error('no hook');
  const tags = transformIndexHtml.handler.call({} as never, html, {
    bundle,
    path: '/index.html',
  } as IndexHtmlTransformContext);
  return tags as HtmlTagDescriptor[];
};

/** Returns the resources that the document preloads, in order. */
const listPreloads = (html: string, bundle: Bundle) =>
  createTags(html, bundle).map(({ attrs }) => `${String(attrs?.['rel'])} ${String(attrs?.['href'])}`);

const bundle = buildBundle({
  'a/start.js': { modules: ['/portal/web/start.ts'] },
  'a/main.js': { modules: ['/portal/web/main.tsx'], imports: ['a/react.js', 'a/shell.js'], styles: ['a/main.css'] },
  'a/shell.js': { imports: ['a/react.js', 'a/main.js'], styles: ['a/shell.css', 'a/main.css'] },
  'a/react.js': {},
  'a/lazy.js': { imports: ['a/main.js'], styles: ['a/lazy.css'] },
});

test('preloads the application chunk and its static imports once', () =>
  expect(listPreloads('<html></html>', bundle)).toEqual([
    'modulepreload /a/main.js',
    'modulepreload /a/react.js',
    'modulepreload /a/shell.js',
    'stylesheet /a/shell.css',
    'stylesheet /a/main.css',
  ]));

test('preloads scripts with a low priority and style sheets with the usual one', () =>
  expect(createTags('<html></html>', bundle).map(({ attrs }) => attrs?.['fetchpriority'])).toEqual([
    'low',
    'low',
    'low',
    undefined,
    undefined,
  ]));

test('omits files that the document already references', () =>
  expect(listPreloads('<script src="/a/react.js"></script><link href="/a/main.css">', bundle)).toEqual([
    'modulepreload /a/main.js',
    'modulepreload /a/shell.js',
    'stylesheet /a/shell.css',
  ]));

test('fails when the application has no chunk', () =>
  expect(() => listPreloads('', buildBundle({ 'a/start.js': { modules: ['/portal/web/start.ts'] } }))).toThrow(
    '/web/main.tsx has no chunk of its own',
  ));
