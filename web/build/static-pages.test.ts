import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorStatus, validationRules } from '#shared/api/errors.ts';
import { texts } from '#shared/locales/texts.ts';
import { fillTemplate } from './static-pages-plugin.ts';
import { selectStaticTexts } from './static-texts-plugin.ts';

const template = readFileSync(join(import.meta.dirname, '../static/sign-in.html'), 'utf8');

test('fills the template with one page, in its language', () => {
  const rendered = {
    name: 'login',
    path: '/FR/nfr/auth/login',
    language: 'fr',
    locale: 'fr-FR',
    title: 'Connexion',
    shell: '<main>$&</main>',
  } as const;
  const html = fillTemplate(template, rendered, '/assets/home.js');
  const page = new DOMParser().parseFromString(html, 'text/html');
  expect(page.documentElement.lang).toBe('fr-FR');
  expect(page.title).toBe('Connexion');
  expect(page.querySelector<HTMLTemplateElement>('#next-files')?.content.textContent).toBe('/assets/home.js');
  expect(page.querySelector('#root > main')?.textContent).toBe('$&');
  expect(html).toContain(texts.fr.firstWords.noScript);
  expect(html).not.toContain(texts.en.firstWords.noScript);
  expect(html).not.toMatch(/%\w+%/);
  expect(page.querySelectorAll('style, [style], script:not([src])')).toHaveLength(0);
});

/** Files whose texts the prerendered pages show. */
const sources = [
  'features/auth/auth-form.tsx',
  'features/auth/captcha.tsx',
  'features/auth/code-step.tsx',
  'features/auth/login-page.tsx',
  'features/auth/new-password-fields.tsx',
  'features/auth/password-hints.tsx',
  'features/auth/request-code-page.tsx',
  'features/auth/reset-password-page.tsx',
  'features/auth/set-password-page.tsx',
  'app/alert-bar.tsx',
  'static/hydrate.tsx',
  'ui/alerts.ts',
  'ui/failure-text.tsx',
  'ui/form/form-errors.tsx',
  'ui/front-page.tsx',
  'ui/page.tsx',
].map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'));

test('includes every text that the pages use', () => {
  const groups: Readonly<Record<string, object>> = selectStaticTexts('de');
  const keys = sources.flatMap((source) =>
    [...source.matchAll(/'([a-z]\w+)\.([a-z]\w+)[\w.]*'/g)].map(([, group = '', name = '']) => [group, name] as const),
  );
  const missing = keys.filter(([group, name]) => !Object.hasOwn(groups[group] ?? {}, name));
  expect(missing).toEqual([]);
  expect(keys.length).toBeGreaterThan(50);
});

test('includes the texts of all rules of the forms', () => {
  const root = join(import.meta.dirname, '../..');
  const files = [
    'shared/api/routes/auth.ts',
    ...globSync('{web/features/auth,shared/users}/!(*.test).{ts,tsx}', { cwd: root }),
  ];
  const code = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const usedRules = validationRules.filter((rule) => code.includes(`'${rule}'`));
  const { validation } = selectStaticTexts('en');
  expect(usedRules.filter((rule) => !(rule in validation))).toEqual([]);
  // Rules that schemas imply.
  for (const rule of ['required', 'email', 'minLength', 'maxLength', 'pattern', 'form'])
    expect(validation).toHaveProperty(rule);
  expect(usedRules.length).toBeGreaterThan(3);
});

test('includes the texts of all errors of signing in', () => {
  const root = join(import.meta.dirname, '../..');
  const files = ['lambdas/functions/auth', 'lambdas/lib/{http,sessions,aws}', 'web/{data,session}'].flatMap((folder) =>
    globSync(`${folder}/**/!(*.test).ts`, { cwd: root }),
  );
  const code = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const codes = Object.keys(errorStatus).filter((name) => code.includes(`'${name}'`));
  const { errors } = selectStaticTexts('en');
  expect(codes.filter((name) => !(name in errors))).toEqual([]);
  expect(codes.length).toBeGreaterThan(10);
});
