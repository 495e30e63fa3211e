import { describe, expect, test } from 'vitest';
import { encodeCode128 } from './code-128.ts';
import { computeModuleWidth, quietModules } from './paper.ts';

const runLengths = (text: string) =>
  [...(encodeCode128(text) ?? '').matchAll(/1+|0+/g)].map(([run]) => run.length).join('');

describe('encodeCode128', () => {
  test('encodes a serial number (ISO/IEC 15417, table 1)', () => {
    // Start B, X, A, W, 1, to C, 00, 75, 27, 34, 52, check, stop.
    const characters = '211214 331121 111323 311321 123221 113141 212222 241211 312212 131123 213311 211331 2331112';
    expect(runLengths('XAW10075273452')).toBe(characters.replaceAll(' ', ''));
  });

  test.each(['', 'Référence', 'Straße', 'a\u0000b', 'È', '\u00C8', '日本'])('returns undefined for %j', (text) => {
    expect(encodeCode128(text)).toBeUndefined();
  });
});

describe('computeModuleWidth', () => {
  const measure = (text: string, paper: 'a4' | '62') => {
    const moduleCount = encodeCode128(text)?.length ?? 0;
    const width = computeModuleWidth(moduleCount, paper);
    return width === undefined ? undefined : { width, totalMm: (moduleCount + 2 * quietModules) * width };
  };

  test('fits a serial number with quiet zones on a 62 mm label', () => {
    expect(measure('XAW10075273452', '62')?.width).toBe(0.254);
    expect(measure('XAW10075273452', '62')?.totalMm).toBeLessThan(58);
  });

  test('fits the longest reference on A4, but not on a label', () => {
    const longestReference = 'R'.repeat(40);
    expect(measure(longestReference, 'a4')?.totalMm).toBeLessThan(180);
    expect(measure(longestReference, '62')).toBeUndefined();
  });

  test('uses at least two printer dots per module', () => {
    for (let moduleCount = 35; moduleCount < 600; moduleCount += 1)
      expect(computeModuleWidth(moduleCount, '62') ?? 1).toBeGreaterThanOrEqual((2 * 25.4) / 300 - 0.0001);
  });
});
