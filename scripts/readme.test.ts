import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { regionIds } from '#shared/regions.ts';
import { demoAccounts, demoPassword } from './demo/accounts.ts';

const root = resolve(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

test('README names every demo account, and no other', () => {
  const named = readme.match(new RegExp(`[\\w.-]+@(?:${regionIds.join('|')})\\.example`, 'g')) ?? [];
  expect([...named].sort()).toEqual(demoAccounts.map(({ email }) => email).sort());
  expect(readme).toContain(`\`${demoPassword}\``);
});

test('every command that README or CONTRIBUTING names is there, and installs what is missing as the first thing on a fresh clone', () => {
  const guide = `${readme}\n${readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')}`;
  const named = new Set([...guide.matchAll(/npm (?:run )?([a-z][a-z0-9-]*)/g)].map(([, name = '']) => name));
  named.delete('run');
  expect(named.size).toBeGreaterThan(5);
  for (const command of named)
    expect([command, scripts[command]]).toEqual([command, expect.stringMatching(/^node scripts\/run\.mjs /)]);
});

test('README’s links lead somewhere', () => {
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target ?? '');
  for (const target of links) expect([target, existsSync(join(root, target))]).toEqual([target, true]);
});

const folders = ['docs', 'docs/runbooks', 'docs/decisions', '.github/workflows', 'scripts/local-cloud'];
const guides = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(md|ya?ml|sh)$/.test(entry.name))
    .map(({ name }) => name)
    .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')] as const),
);

test.each(guides)('%s names only commands and files that exist', (path, guide) => {
  for (const [, command = ''] of guide.matchAll(/npm run ([a-z][a-z0-9:-]*)/g))
    expect(Object.keys(scripts)).toContain(command);
  for (const [, target = ''] of guide.matchAll(/\]\((?!https?:|#)([^)]+)\)/g))
    expect([target, existsSync(join(root, path, '..', target.replace(/#.*/, '')))]).toEqual([target, true]);
  for (const [, file = ''] of guide.matchAll(/`((?:infra|shared|scripts|docs)\/[\w./-]+\.\w+)`/g))
    expect([file, existsSync(join(root, file))]).toEqual([file, true]);
});

test('the index of docs has every page of it', () => {
  const [, index = ''] = guides.find(([path]) => path === 'docs/README.md') ?? [];
  for (const [path] of guides.filter(
    ([name]) => /^docs\/(runbooks\/)?[\w-]+\.md$/.test(name) && name !== 'docs/README.md',
  ))
    expect(index).toContain(`](${path.replace('docs/', '')})`);
});
