import { describe, expect, test } from 'vitest';
import { classifyCode, classifyScan } from './classify-scan.ts';
import { readGs1 } from './read-gs1.ts';
import type { PhysicalKey } from './scan-detector.ts';

const ean = '9520001000072';
const serialNumber = 'XKW70001000132';
const gtin = `0${ean}`;

/** Keys of a US keyboard for a code. */
const toUsKeys = (code: string): PhysicalKey[] =>
  [...code].map((character) => {
    if (/\d/.test(character)) return { code: `Digit${character}`, shiftKey: false };
    if (character === '-') return { code: 'Minus', shiftKey: false };
    return { code: `Key${character.toUpperCase()}`, shiftKey: character !== character.toLowerCase() };
  });

const frenchCodes: Readonly<Record<string, string>> = { A: 'KeyQ', Q: 'KeyA', W: 'KeyZ', Z: 'KeyW' };
/** Keys of a French keyboard for a code, whose digits need Shift. */
const toFrenchKeys = (code: string): PhysicalKey[] =>
  [...code].map((character) =>
    /\d/.test(character)
      ? { code: `Digit${character}`, shiftKey: true }
      : { code: frenchCodes[character] ?? `Key${character}`, shiftKey: true },
  );

const typeOnFrenchComputer = (code: string) => [...code].map((digit) => `à&é"'(-è_ç`[Number(digit)] ?? digit).join('');

describe('classifyCode', () => {
  test.each([
    ['an EAN', ean, 'product', ean],
    ['a UPC of twelve digits', '036000291452', 'product', '0036000291452'],
    ['an EAN with an AIM identifier', `]E0${ean}`, 'product', ean],
    ['an EAN after a prefix of the scanner', `~${ean}`, 'product', ean],
    ['a serial number', serialNumber, 'serialNumber', serialNumber],
    ['a serial number in lower case', serialNumber.toLowerCase(), 'serialNumber', serialNumber],
    ['a serial number of a 2DS', 'YW100000009', 'serialNumber', 'YW100000009'],
    ['an RMA number', 'UK50009876', 'rma', 'UK50009876'],
    ['an EAN with a wrong check digit', '9520001000073', 'text', '9520001000073'],
    ['a serial number with a wrong check digit', 'XKW70001000133', 'text', 'XKW70001000133'],
    ['a reference', '2001-0026', 'text', '2001-0026'],
    ['a reference in Code 39', '*2001-0026*', 'text', '2001-0026'],
  ])('recognizes %s', (_, code, kind, text) => {
    expect(classifyCode(code)).toMatchObject({ kind, text });
  });

  test.each([
    `]d201${gtin}21${serialNumber}`,
    `]C101${gtin}21${serialNumber}`,
    `(01)${gtin}(21)${serialNumber}`,
    `01${gtin}21${serialNumber}`,
    `https://id.gs1.org/01/${gtin}/21/${serialNumber}`,
    `https://example.com/01/${gtin}?21=${serialNumber}`,
    `01${gtin}10LOT7\u001D240X\u001D21${serialNumber}`,
    `01${gtin}21${serialNumber}\u001D400PO1`,
  ])('reads product and serial number of %j', (code) => {
    const scan = classifyCode(code);
    expect(scan).toMatchObject({ kind: 'gs1' });
    expect(readGs1(scan.text)).toMatchObject({ kind: 'device', ean, serialNumber });
  });

  test.each([
    ['only the product', `(01)${gtin}(10)LOT7`, { kind: 'product', ean }],
    ['only the serial number', `(21)${serialNumber}`, { kind: 'serialNumber', serialNumber }],
    ['neither', '(10)LOT7', { kind: 'text', text: '(10)LOT7' }],
    ['an invalid element', `]d201${gtin.slice(0, 9)}`, { kind: 'text' }],
    ['a URL with a wrong escape', `https://id.gs1.org/01/${gtin}/21/%E0%A4%A`, { kind: 'text' }],
  ])('reads a symbol with %s', (_, code, scan) => {
    expect(readGs1(code)).toMatchObject(scan);
  });
});

describe('classifyScan', () => {
  test('reads a US scanner on a French computer', () => {
    const scannedKeys = { typed: typeOnFrenchComputer(ean), keys: toUsKeys(ean), isCapsLockOn: false };
    expect(classifyScan(scannedKeys)).toMatchObject({ kind: 'product', ean });
    const reference = { typed: typeOnFrenchComputer('20010026'), keys: toUsKeys('20010026'), isCapsLockOn: false };
    expect(classifyScan(reference)).toEqual({ kind: 'text', text: '20010026' });
  });

  test('reads a French scanner on a US computer', () => {
    const scannedKeys = { typed: 'XKZ&)))!)))!#@', keys: toFrenchKeys(serialNumber), isCapsLockOn: false };
    expect(classifyScan(scannedKeys)).toMatchObject({ kind: 'serialNumber', serialNumber });
  });

  test('reads the hyphen of a US scanner on a German computer', () => {
    const scannedKeys = { typed: '2001ß0026', keys: toUsKeys('2001-0026'), isCapsLockOn: false };
    expect(classifyScan(scannedKeys)).toEqual({ kind: 'text', text: '2001-0026' });
  });

  test('restores capital letters under caps lock', () => {
    const scannedKeys = { typed: 'ref-2026', keys: toUsKeys('REF-2026'), isCapsLockOn: true };
    expect(classifyScan(scannedKeys)).toEqual({ kind: 'text', text: 'REF-2026' });
  });

  test('leaves a code of an unknown keyboard as typed', () => {
    expect(
      classifyScan({
        typed: 'ref-2026',
        keys: [...'ref-2026'].map(() => ({ code: '', shiftKey: false })),
        isCapsLockOn: false,
      }),
    ).toEqual({ kind: 'text', text: 'ref-2026' });
  });
});
