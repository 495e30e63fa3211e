import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { code128 } from './code-128.ts';
import { moduleWidth, quietModules } from './paper.ts';

/** The symbol's characters by value, as the widths of their bars and spaces (ISO/IEC 15417, table 1). */
const characters = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 ' +
  '221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 ' +
  '231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 ' +
  '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 ' +
  '114131 311141 411131 211412 211214 211232'
).split(' ');
const stop = '2331112';

type CodeSet = 'A' | 'B' | 'C';
const starts: Readonly<Record<number, CodeSet>> = { 103: 'A', 104: 'B', 105: 'C' };
/** Which value leads from a set to which other one. */
const switches: { readonly [From in CodeSet]: Readonly<Record<number, CodeSet>> } = {
  A: { 99: 'C', 100: 'B' },
  B: { 99: 'C', 101: 'A' },
  C: { 100: 'B', 101: 'A' },
};
/** What a value means. Set A is only ever used for what it has in common with B. */
const meaning = (set: CodeSet, value: number) => {
  expect(value).toBeLessThan(set === 'C' ? 100 : 96);
  if (set === 'C') return String(value).padStart(2, '0');
  if (set === 'A') expect(value).toBeLessThan(64);
  return String.fromCharCode(value + 32);
};

const widthsOf = (modules: string) => [...modules.matchAll(/1+|0+/g)].map(([run]) => run.length).join('');

/** Reads a code as a scanner does, and refuses one whose check character is wrong. */
const scan = (modules: string): string => {
  const widths = widthsOf(modules);
  expect(widths.slice(-stop.length)).toBe(stop);
  const values =
    widths
      .slice(0, -stop.length)
      .match(/.{6}/g)
      ?.map((character) => characters.indexOf(character)) ?? [];
  expect(values).not.toContain(-1);
  const [start = 0, ...rest] = values;
  const check = rest.pop();
  expect(check).toBe(rest.reduce((sum, value, at) => sum + value * (at + 1), start) % 103);
  let set = starts[start];
  let text = '';
  for (const value of rest) {
    if (!set) throw new Error('No start');
    const next = switches[set][value];
    if (next === undefined) text += meaning(set, value);
    else set = next;
  }
  return text;
};

describe('Code 128', () => {
  test('of a serial number has exactly these bars', () => {
    // Start B, X, A, W, 1, to C, 00, 75, 27, 34, 52, check, stop.
    const values = [104, 56, 33, 55, 17, 99, 0, 75, 27, 34, 52];
    const check = values.reduce((sum, value, at) => sum + value * Math.max(at, 1), 0) % 103;
    expect(widthsOf(code128('XAW10075273452') ?? '')).toBe(
      [...values, check].map((value) => characters[value]).join('') + stop,
    );
  });

  test('of any text without accents is read as that text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.stringMatching(/^[\x20-\x7E]{1,40}$/), fc.stringMatching(/^[0-9 a-cA-C-]{1,40}$/)),
        (text) => {
          expect(scan(code128(text) ?? '')).toBe(text);
        },
      ),
      { numRuns: 2000 },
    );
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
