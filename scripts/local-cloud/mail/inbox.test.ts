import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { freshFolder, served } from '#scripts/local-cloud/testing/opened.ts';
import { createInbox, openMailbox } from './inbox.ts';

test('the inbox shows emails of an earlier run, escaped, in a frame without scripts whose links lead out of it', async () => {
  const file = join(freshFolder(), 'mail.jsonl');
  const at = '2026-11-21T11:00:00.000Z';
  const mailbox = openMailbox(() => [], file);
  mailbox.receive({ to: 'b@nuk.example', subject: '<b>First</b>', html: '<script>alert(1)</script>', at });
  mailbox.receive({ to: 'c@nuk.example', subject: 'Second', html: '<!DOCTYPE html><head><title>T</title></head>', at });
  const endpoint = await served(createInbox(openMailbox(() => [], file)));
  const get = (path: string) => fetch(`${endpoint}${path}`);
  expect(await (await get('/')).text()).toContain('&#60;b&#62;First');
  expect(await (await get('/messages/1')).text()).toContain('<iframe sandbox=');
  const content = await get('/messages/1/html');
  expect(content.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await content.text()).toBe('<base target="_blank"><script>alert(1)</script>');
  expect(await (await get('/messages/2/html')).text()).toContain('<head><base target="_blank"><title>');
  expect((await get('/messages/3')).status).toBe(404);
});
