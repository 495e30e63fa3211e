import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createTestFolder, serveForTest } from '#scripts/local-cloud/testing/cleanup.ts';
import { createInbox, openMailbox } from './inbox.ts';

test('shows emails of an earlier run, escaped, and without scripts', async () => {
  const file = join(createTestFolder(), 'mail.jsonl');
  const at = '2026-11-21T11:00:00.000Z';
  const mailbox = openMailbox(() => [], file);
  mailbox.receive({ to: 'b@nuk.example', subject: '<b>First</b>', html: '<script>alert(1)</script>', at });
  const endpoint = await serveForTest(createInbox(openMailbox(() => [], file)));
  const get = (path: string) => fetch(`${endpoint}${path}`);
  expect(await (await get('/')).text()).toContain('&#60;b&#62;First');
  const content = await get('/messages/1');
  expect(content.headers.get('content-security-policy')).toMatch(/^sandbox .*; default-src 'none';/);
  expect(await content.text()).toBe('<script>alert(1)</script>');
  expect((await get('/messages/3')).status).toBe(404);
});
