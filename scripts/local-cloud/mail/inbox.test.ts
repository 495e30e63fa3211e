import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createTestFolder, serveForTest } from '#scripts/local-cloud/testing/cleanup.ts';
import { createInbox, openMailbox } from './inbox.ts';

test('shows emails of an earlier run; escapes subjects and blocks scripts', async () => {
  const file = join(createTestFolder(), 'mail.jsonl');
  const at = '2026-11-21T11:00:00.000Z';
  const mailbox = openMailbox(() => [], file);
  mailbox.receive({ to: 'b@nuk.example', subject: '<b>First</b>', html: '<script>alert(1)</script>', at });
  const endpoint = await serveForTest(
    createInbox(
      openMailbox(() => [], file),
      async () => {},
    ),
  );
  const get = (path: string) => fetch(`${endpoint}${path}`);
  expect(await (await get('/')).text()).toContain('&#60;b&#62;First');
  const content = await get('/messages/1');
  expect(content.headers.get('content-security-policy')).toMatch(/^sandbox .*; default-src 'none';/);
  expect(await content.text()).toBe('<script>alert(1)</script>');
  expect((await get('/messages/3')).status).toBe(404);
});

test('replaces the deployed URL by the local one in headers, too', () => {
  const file = join(createTestFolder(), 'mail.jsonl');
  const mailbox = openMailbox(() => [['https://portal.example', 'http://localhost:4100']], file);
  const mail = { to: 'b@nuk.example', subject: 'News', html: '', at: '2026-11-21T11:00:00.000Z' };
  mailbox.receive({ ...mail, headers: { 'List-Unsubscribe': '<https://portal.example/api>' } });
  expect(mailbox.list()).toMatchObject([{ headers: { 'List-Unsubscribe': '<http://localhost:4100/api>' } }]);
});

test('lets time pass for the schedules', async () => {
  const passedMs: number[] = [];
  const mailbox = openMailbox(() => [], join(createTestFolder(), 'mail.jsonl'));
  const endpoint = await serveForTest(createInbox(mailbox, async (ms) => void passedMs.push(ms)));
  const post = async (hours: string, headers = {}) => {
    const body = new URLSearchParams({ hours });
    return (await fetch(`${endpoint}/time`, { method: 'POST', body, headers, redirect: 'manual' })).status;
  };
  expect(await post('1.5')).toBe(303);
  expect(await post('-1')).toBe(400);
  expect(await post('1', { 'sec-fetch-site': 'cross-site' })).toBe(400);
  expect((await fetch(`${endpoint}/time`)).status).toBe(404);
  expect(passedMs).toEqual([5_400_000]);
});
