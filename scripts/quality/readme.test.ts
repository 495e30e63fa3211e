import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { limits } from '#shared/config/limits.ts';
import { regionIds } from '#shared/config/regions.ts';
import { demoAccounts, demoPassword } from '../demo/accounts.ts';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

test('README lists all demo accounts and no others', () => {
  const mentionedEmails = readme.match(new RegExp(`[\\w.-]+@(?:${regionIds.join('|')})\\.example`, 'g')) ?? [];
  expect([...mentionedEmails].sort()).toEqual(demoAccounts.map(({ email }) => email).sort());
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

const trackedFiles = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const rootGuides = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const folders = ['docs', 'docs/runbooks', 'docs/decisions', '.github/workflows', 'scripts/local-cloud'];
const folderGuides = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(md|ya?ml|sh)$/.test(entry.name))
    .map(({ name }) => `${folder}/${name}`),
);
const guides = [...rootGuides, ...folderGuides].map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);

/** Returns whether a file or folder is in the repository: by its path, or by the last part of its path. */
const isTracked = (mention: string) =>
  trackedFiles.some((file) => file === mention || file.endsWith(`/${mention}`) || `/${file}`.includes(`/${mention}/`));

/** Returns the anchors that GitHub creates for the headings of a page. */
const findAnchors = (page: string) =>
  [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

const hasLimit = (path: string) =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], limits) !==
  undefined;

test.each(guides)('%s mentions only existing commands, files, sections and limits', (path, guide) => {
  for (const [, command = ''] of guide.matchAll(/npm run ([a-z][a-z0-9:-]*)/g))
    expect(Object.keys(scripts)).toContain(command);
  for (const [, target = ''] of guide.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
    const [file = '', anchor] = target.split('#');
    const linkedPath = file === '' ? path : join(path, '..', file);
    expect([target, existsSync(join(root, linkedPath))]).toEqual([target, true]);
    if (anchor !== undefined) expect(findAnchors(readFileSync(join(root, linkedPath), 'utf8'))).toContain(anchor);
  }
  for (const [, file = ''] of guide.matchAll(/`((?:e2e|infra|lambdas|scripts|shared|web|docs)\/[\w./-]*[\w-])\/?`/g))
    expect([file, isTracked(file)]).toEqual([file, true]);
  for (const [, file = ''] of guide.matchAll(/`((?!x\.)[\w-]+(?:\.[\w-]+)*\.tsx?)`/g))
    expect([file, isTracked(file)]).toEqual([file, true]);
  for (const [, name = ''] of guide.matchAll(/`limits\.([\w.]+)`/g))
    expect([name, hasLimit(name)]).toEqual([name, true]);
});

test('docs/README.md lists every page', () => {
  const [, index = ''] = guides.find(([path]) => path === 'docs/README.md') ?? [];
  for (const [path] of guides.filter(
    ([name]) => /^docs\/(runbooks\/)?[\w-]+\.md$/.test(name) && name !== 'docs/README.md',
  ))
    expect(index).toContain(`](${path.replace('docs/', '')})`);
});
