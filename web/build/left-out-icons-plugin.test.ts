import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { leftOutIconsPlugin } from './left-out-icons-plugin.ts';

const iconsFile = fileURLToPath(import.meta.resolve('@cloudscape-design/components/icon')).replace(
  /index\.js$/,
  'generated/icons.js',
);

const leaveOutIcons = () => {
  const { transform, generateBundle } = leftOutIconsPlugin();
  if (typeof transform !== 'function' || typeof generateBundle !== 'function') throw new Error('no hook');
  const result = transform.call({} as never, readFileSync(iconsFile, 'utf8'), iconsFile);
  if (!result || typeof result !== 'object' || !('code' in result) || typeof result.code !== 'string')
    throw new Error('no code');
  const generateChunk = (code: string) => {
    const context = {
      error: (message: string) => {
        throw new Error(message);
      },
    };
    const chunk = { type: 'chunk', modules: { 'web/page.tsx': { code } } };
    generateBundle.call(context as never, {} as never, { 'page.js': chunk } as never, true);
  };
  return { code: result.code, generateChunk };
};

const readNames = (code: string) => [...code.matchAll(/^ {4}"?([a-z0-9-]+)"?: /gm)].map(([, name]) => name);

test('keeps the icons in use unchanged, and leaves out more than half of all', () => {
  const { code } = leaveOutIcons();
  const keptNames = readNames(code);
  expect(keptNames).toEqual(expect.arrayContaining(['add-plus', 'calendar', 'status-positive', 'video-camera-on']));
  expect(keptNames).not.toContain('gen-ai');
  expect(keptNames.length).toBeLessThan(readNames(readFileSync(iconsFile, 'utf8')).length / 2);
  expect(code.match(/createElement\("svg"/g)).toHaveLength(keptNames.length);
  expect(code).toMatch(/^};\nexport default icons;/m);
});

test('stops the build for an icon that is used but left out', () => {
  const { generateChunk } = leaveOutIcons();
  expect(() => generateChunk('jsx(Icon, { name: "calendar" })')).not.toThrow();
  expect(() => generateChunk('jsx(Icon, { name: "gen-ai" })')).toThrow(
    'web/page.tsx names the icon gen-ai, which web/build/left-out-icons-plugin.ts leaves out',
  );
});
