import { expect, test, vi } from 'vitest';
import { prefetchNextPage } from './prefetch-next-page.ts';

const openDocument = (files: string) => {
  document.head.replaceChildren();
  document.body.innerHTML = `<input name="email" /><input name="password" /><template id="next-files">${files}</template>`;
  const paths: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    paths.push(path);
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  prefetchNextPage('/UK/nuk');
  const [email, password] = document.querySelectorAll('input');
  const readRules = () =>
    [...document.querySelectorAll('script[type=speculationrules]')].map((rules) => rules.textContent);
  return { email, password, paths, readRules };
};

test('downloads the next document and its files once, when the password is typed', () => {
  const { email, password, paths, readRules } = openDocument(' /assets/home.js /assets/home.css ');
  email?.dispatchEvent(new Event('input', { bubbles: true }));
  password?.dispatchEvent(new Event('focusin', { bubbles: true }));
  expect(paths).toEqual([]);
  expect(readRules()).toEqual([]);
  password?.dispatchEvent(new Event('input', { bubbles: true }));
  password?.dispatchEvent(new Event('input', { bubbles: true }));
  expect(paths).toEqual(['/assets/home.js', '/assets/home.css']);
  expect(readRules()).toEqual(['{"prefetch":[{"source":"list","urls":["/UK/nuk"],"eagerness":"immediate"}]}']);
});

test('downloads nothing from a document without next files', () => {
  const { password, paths, readRules } = openDocument('');
  password?.dispatchEvent(new Event('input', { bubbles: true }));
  expect(paths).toEqual([]);
  expect(readRules()).toEqual([]);
});
