import { describe, expect, test } from 'vitest';
import { code128 } from './code-128.ts';
import { moduleWidth, quietModules } from './paper.ts';

const widthsOf = (text: string) => [...(code128(text) ?? '').matchAll(/1+|0+/g)].map(([run]) => run.length).join('');

describe('Code 128', () => {
  test('of a serial number has exactly these bars and spaces (ISO/IEC 15417, table 1)', () => {
    // Start B, X, A, W, 1, to C, 00, 75, 27, 34, 52, check, stop.
    const characters = '211214 331121 111323 311321 123221 113141 212222 241211 312212 131123 213311 211331 2331112';
    expect(widthsOf('XAW10075273452')).toBe(characters.replaceAll(' ', ''));
  });

  test.each(['', 'Référence', 'Straße', 'a\u0000b', 'È', '\u00C8', '日本'])(
    'does not exist of what it cannot hold: %j',
    (text) => {
      expect(code128(text)).toBeUndefined();
    },
  );
});

describe('a code on paper', () => {
  const widthOf = (text: string, paper: 'a4' | '62') => {
    const modules = code128(text)?.length ?? 0;
    const width = moduleWidth(modules, paper);
    return width === undefined ? undefined : { width, total: (modules + 2 * quietModules) * width };
  };

  test('with its light on both sides a serial number fits a 62 mm label in three dots of its printer a module', () => {
    expect(widthOf('XAW10075273452', '62')?.width).toBe(0.254);
    expect(widthOf('XAW10075273452', '62')?.total).toBeLessThan(58);
  });

  test('the longest reference fits a sheet, but no label that a scanner could read', () => {
    const longest = 'R'.repeat(40);
    expect(widthOf(longest, 'a4')?.total).toBeLessThan(180);
    expect(widthOf(longest, '62')).toBeUndefined();
  });

  test('no module is finer than two dots of a label printer', () => {
    for (let modules = 35; modules < 600; modules += 1)
      expect(moduleWidth(modules, '62') ?? 1).toBeGreaterThanOrEqual((2 * 25.4) / 300 - 0.0001);
  });
});
