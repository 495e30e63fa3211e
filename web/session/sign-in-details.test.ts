import { beforeEach, expect, test } from 'vitest';
import { forgetEmail, rememberEmail } from './remembered-email.ts';
import { readSignInDetails, addEmailToPath } from './sign-in-details.ts';

const invitation = '#email=sam%40example.com&expires=2026-11-28T09%3A30%3A00.000Z';
const setPath = (path: string) => history.replaceState(null, '', path);

beforeEach(() => setPath('/UK/nuk/auth/login'));

test('moves the email from the link to the tab’s storage', () => {
  setPath(`/UK/nuk/auth/login?alert=passwordReset${invitation}`);
  expect(readSignInDetails('nuk')).toEqual({ email: 'sam@example.com', expires: '2026-11-28T09:30:00.000Z' });
  expect(location.hash).toBe('');
  expect(location.search).toBe('?alert=passwordReset');
  expect(readSignInDetails('nuk')).toEqual({ email: 'sam@example.com' });
  expect(readSignInDetails('nfr')).toEqual({});
  forgetEmail('nuk');
  expect(readSignInDetails('nuk')).toEqual({});
});

test('prefers a later link and keeps an unencoded plus sign', () => {
  rememberEmail('nuk', 'sam@example.com');
  setPath('/UK/nuk/auth/forgot-password/reset-password#email=ann%40example.com');
  expect(readSignInDetails('nuk')).toEqual({ email: 'ann@example.com' });
  expect(readSignInDetails('nuk')).toEqual({ email: 'ann@example.com' });
  setPath('/UK/nuk/auth/login#email=sam+till@example.com');
  expect(readSignInDetails('nuk')).toEqual({ email: 'sam+till@example.com' });
});

test.each(['sam+till@example.com', 'o’sam&co=1@example.com'])('passes %s through a link unchanged', (email) => {
  setPath(addEmailToPath('/UK/nuk/auth/login', email));
  expect(new URLSearchParams(location.hash.slice(1)).get('email')).toBe(email);
});

test.each(['#main', '#email=', '#email=hello', '#expires=tomorrow', '#email=<script>&expires=1', '#__proto__=x'])(
  'ignores %s',
  (fragment) => {
    setPath(`/UK/nuk/auth/login${fragment}`);
    expect(readSignInDetails('nuk')).toEqual({});
    expect(location.hash).toBe(encodeURI(fragment));
  },
);

test('ignores invalid values in storage', () => {
  for (const storedEmail of ['', 'sam', '<script>']) {
    sessionStorage.setItem('signingIn.nuk', storedEmail);
    expect(readSignInDetails('nuk')).toEqual({});
  }
});
