import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { Plugin, ViteDevServer } from 'vite';
import { paths } from '#shared/api/paths.ts';
import type { PublicPage, SignInPage } from '#shared/api/paths.ts';
import { defaultPrefix } from '#shared/config/regions.ts';
import type { Language } from '#shared/config/regions.ts';
import { texts } from '#shared/locales/texts.ts';
import type { RenderedPage } from '#web/static/render.tsx';
import { findRequiredFiles, toLinkAttributes } from './preload-plugin.ts';
import type { LinkedFile } from './preload-plugin.ts';

type Renderer = { readonly renderPages: () => Promise<RenderedPage[]> };

const webFolder = join(import.meta.dirname, '..');
const templates = { signIn: 'static/sign-in.html', public: 'static/public.html' } as const;
const rendererFile = join(webFolder, 'static/render.tsx');
const rendererOutputFolder = join(webFolder, '../node_modules/.vite/static');

/** Modules that `hydrate.tsx` imports for a page. */
const pageModules = {
  login: '/features/auth/login-page.tsx',
  setPassword: '/features/auth/set-password-page.tsx',
  requestCode: '/features/auth/request-code-page.tsx',
  resetPassword: '/features/auth/reset-password-page.tsx',
} as const satisfies Record<SignInPage, string>;

/** Modules of Home, the page that follows after signing in. The sign-in page prefetches their files. */
const nextModules = [
  '/web/start.ts',
  '/web/main.tsx',
  '/web/app/home.tsx',
  '/web/app/drawer.tsx',
  '/web/app/cloudscape.tsx',
] as const;
const nextTextModules: Readonly<Record<Language, readonly string[]>> = {
  en: ['/locales/en.json', '/messages/all.en-GB.js'],
  de: ['/locales/de.json', '/messages/all.de.js'],
  fr: ['/locales/fr.json', '/messages/all.fr.js'],
};

const isSignInPage = (name: SignInPage | PublicPage): name is SignInPage => Object.hasOwn(pageModules, name);

const findTemplate = ({ name }: RenderedPage) => (isSignInPage(name) ? templates.signIn : templates.public);

const toLink = (file: LinkedFile) => {
  const attributes = Object.entries(toLinkAttributes(file)).map(([name, value]) =>
    value === true ? name : `${name}="${value}"`,
  );
  return `    <link ${attributes.join(' ')}>\n`;
};

export const fillTemplate = (html: string, { language, locale, title, shell }: RenderedPage, nextFiles = '') =>
  html
    .replaceAll('%locale%', () => locale)
    .replaceAll('%title%', () => title)
    .replaceAll('%noScriptText%', () => texts[language].firstWords.noScript)
    .replaceAll('%shell%', () => shell)
    .replaceAll('%nextFiles%', () => nextFiles);

/** Returns the paths of the files that Home needs and that the document does not link, separated by spaces. */
const listNextFiles = (html: string, files: readonly LinkedFile[]) =>
  [...new Set(files.map(({ file }) => `/${file}`))].filter((path) => !html.includes(path)).join(' ');

/** Bundles the renderer with Vite's SSR build, and imports it. */
const loadRenderer = async (configFile: string): Promise<Renderer> => {
  await build({
    configFile,
    logLevel: 'error',
    build: { ssr: rendererFile, outDir: rendererOutputFolder },
  });
  return (await import(pathToFileURL(join(rendererOutputFolder, 'render.js')).href)) as Renderer;
};

/** Adds a middleware to the development server that renders each prerendered page on request. */
const serveRenderedPages = (server: ViteDevServer) => {
  server.middlewares.use((request, response, next) => {
    const path = request.url?.split('?')[0];
    const respond = async () => {
      const { renderPages } = (await server.ssrLoadModule(rendererFile)) as Renderer;
      const pagePath = path === paths.root() ? paths.landing(defaultPrefix) : path;
      const page = (await renderPages()).find((each) => each.path === pagePath);
      if (!page) return next();
      const template = findTemplate(page);
      const html = await server.transformIndexHtml(`/${template}`, readFileSync(join(webFolder, template), 'utf8'));
      response.setHeader('content-type', 'text/html').end(fillTemplate(html, page));
    };
    if (request.headers.accept?.includes('text/html')) respond().catch(next);
    else next();
  });
};

/**
 * Prerenders the sign-in pages and the public pages: `/UK/nuk/auth/login` becomes the file `UK/nuk/auth/login.html`. Their
 * templates are inputs of the build.
 */
export const staticPagesPlugin = (): Plugin => {
  let findPageFiles: ((page: RenderedPage) => LinkedFile[]) | undefined;
  let findNextFiles: (page: RenderedPage) => LinkedFile[] = () => [];
  let outDir = '';
  let configFile = '';
  return {
    name: 'static-pages',
    configResolved: (config) => {
      outDir = config.build.outDir;
      configFile = config.configFile ?? '';
    },
    configureServer: serveRenderedPages,
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      findPageFiles = ({ name, language }) =>
        isSignInPage(name)
          ? [pageModules[name], `virtual:static-texts/${language}`].flatMap((module) =>
              findRequiredFiles(bundle, module),
            )
          : [];
      findNextFiles = ({ language }) =>
        [...nextModules, ...nextTextModules[language]].flatMap((module) => findRequiredFiles(bundle, module));
    },
    async closeBundle() {
      if (!findPageFiles) return;
      const { renderPages } = await loadRenderer(configFile);
      for (const page of await renderPages()) {
        const html = readFileSync(join(webFolder, outDir, findTemplate(page)), 'utf8');
        const links = findPageFiles(page).filter(({ file }) => !html.includes(file));
        const linkedHtml = html
          // The first script blocks the first paint, because it shows the alerts and other parts that apply to this visit.
          .replace('<script type="module"', '<script type="module" blocking="render"')
          .replace('</head>', `${links.map(toLink).join('')}  </head>`);
        const file = join(webFolder, outDir, `${page.path}.html`);
        mkdirSync(dirname(file), { recursive: true });
        const nextFiles = page.name === 'login' ? listNextFiles(linkedHtml, findNextFiles(page)) : '';
        writeFileSync(file, fillTemplate(linkedHtml, page, nextFiles));
      }
      rmSync(join(webFolder, outDir, 'static'), { recursive: true });
    },
  };
};
