import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { regionIds } from '#shared/config/regions.ts';
import { demoAccounts, demoPassword } from '../demo/accounts.ts';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

test('README lists all demo accounts and no others', () => {
  const mentioned = readme.match(new RegExp(`[\\w.-]+@(?:${regionIds.join('|')})\\.example`, 'g')) ?? [];
  expect([...mentioned].sort()).toEqual(demoAccounts.map(({ email }) => email).sort());
  expect(readme).toContain(`\`${demoPassword}\``);
});

test('every documented npm command exists and installs missing packages', () => {
  const guide = `${readme}\n${readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')}`;
  const commands = new Set([...guide.matchAll(/npm (?:run )?([a-z][a-z0-9-]*)/g)].map(([, name = '']) => name));
  commands.delete('run');
  expect(commands.size).toBeGreaterThan(5);
  for (const command of commands)
    expect([command, scripts[command]]).toEqual([command, expect.stringMatching(/^node scripts\/run\.mjs /)]);
});

test('README has no broken links', () => {
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

test.each(guides)('%s mentions only existing commands and files', (path, guide) => {
  for (const [, command = ''] of guide.matchAll(/npm run ([a-z][a-z0-9:-]*)/g))
    expect(Object.keys(scripts)).toContain(command);
  for (const [, target = ''] of guide.matchAll(/\]\((?!https?:|#)([^)]+)\)/g))
    expect([target, existsSync(join(root, path, '..', target.replace(/#.*/, '')))]).toEqual([target, true]);
  for (const [, file = ''] of guide.matchAll(/`((?:infra|shared|scripts|docs)\/[\w./-]+\.\w+)`/g))
    expect([file, existsSync(join(root, file))]).toEqual([file, true]);
});

test('docs/README.md lists every page', () => {
  const [, index = ''] = guides.find(([path]) => path === 'docs/README.md') ?? [];
  for (const [path] of guides.filter(
    ([name]) => /^docs\/(runbooks\/)?[\w-]+\.md$/.test(name) && name !== 'docs/README.md',
  ))
    expect(index).toContain(`](${path.replace('docs/', '')})`);
});
