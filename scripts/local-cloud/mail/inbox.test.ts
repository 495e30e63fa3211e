import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshFolder, served } from '#scripts/local-cloud/testing/opened.ts';
import { createInbox, openMailbox } from './inbox.ts';

describe('the inbox', () => {
  const folder = freshFolder();
  const file = join(folder, 'mail.jsonl');
  let endpoint: string;
  const get = (path: string) => fetch(`${endpoint}${path}`);

  beforeAll(async () => {
    const mailbox = openMailbox(() => [], file);
    mailbox.receive({ to: 'a@nuk.example', subject: 'First', html: '<p>one</p>', at: '2026-11-21T10:00:00.000Z' });
    mailbox.receive({
      to: 'b@nuk.example',
      subject: '<b>Second</b>',
      html: '<script>alert(1)</script>',
      at: '2026-11-21T11:00:00.000Z',
    });
    mailbox.receive({
      to: 'c@ndach.example',
      subject: 'Dritte',
      html: '<!DOCTYPE html><html lang="de"><head><title>T</title></head><p>drei</p>',
      at: '2026-11-21T12:00:00.000Z',
    });
    // As after a restart.
    endpoint = await served(createInbox(openMailbox(() => [], file)));
  });

  test('lists all emails, newest first, as a page and as JSON', async () => {
    const page = await (await get('/')).text();
    expect(page.indexOf('Second')).toBeLessThan(page.indexOf('First'));
    expect(page).not.toContain('<b>Second');
    expect(await (await get('/messages.json')).json()).toMatchObject([
      { id: 3 },
      { id: 2, to: 'b@nuk.example' },
      { id: 1, subject: 'First', html: '<p>one</p>' },
    ]);
  });

  test('shows an email in a frame that runs no scripts', async () => {
    expect(await (await get('/messages/2')).text()).toContain('<iframe sandbox=');
    const content = await get('/messages/2/html');
    expect(content.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('opens links outside of the frame, and leaves the email a document of its own', async () => {
    expect(await (await get('/messages/1/html')).text()).toBe('<base target="_blank"><p>one</p>');
    expect(await (await get('/messages/3/html')).text()).toBe(
      '<!DOCTYPE html><html lang="de"><head><base target="_blank"><title>T</title></head><p>drei</p>',
    );
  });

  test('knows no other email', async () => {
    expect((await get('/messages/4')).status).toBe(404);
  });
});
