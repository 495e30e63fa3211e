import { gzipSync } from 'node:zlib';
import { bounds } from '#lambdas/spreadsheets/bounds.ts';
import type { HostileKind } from './hostile-kind.ts';
import { cellsOf, goodLines, headers } from './lines.ts';

const line = (cells: readonly string[]) => `${cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(';')}\r\n`;
const good = [headers, ...goodLines(20).map(cellsOf)].map(line);
const head = headers.join(';');

const oldExcel = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** What is no workbook: text that breaks readers, and files of other kinds. */
export const hostileTexts: readonly HostileKind[] = [
  {
    name: 'a quotation mark that is never closed',
    make: (random) => {
      const at = 1 + random.below(19);
      return Buffer.from(
        [...good.slice(0, at), `ST-100;X;"${head}\r\n`, ...good.slice(at).map((text) => text.replaceAll('"', ''))].join(
          '',
        ),
      );
    },
    codes: ['FileDamaged'],
  },
  {
    name: 'a quotation mark that takes rows into its cell',
    make: (random) => {
      const at = 1 + random.below(15);
      const plain = good.map((text) => text.replaceAll('"', ''));
      return Buffer.from(
        [
          ...plain.slice(0, at),
          `ST-100;RÉF 7/2026;4;"Zelda;x;y\r\n`,
          ...plain.slice(at, at + 3),
          `";1;2;3\r\n`,
          ...plain.slice(at + 3),
        ].join(''),
      );
    },
    codes: ['FileDamaged'],
  },
  {
    name: 'nothing but quotation marks',
    make: (random) => Buffer.from('"'.repeat(100_000 + random.below(4_000_000))),
    codes: ['FileTooLarge', 'FileDamaged', 'ReturnsFileWrongHeaders'],
  },
  {
    name: 'one cell of megabytes',
    make: (random) => Buffer.from(`${head}\r\nST-100;R;${'x'.repeat(70_000 + random.below(4_000_000))}`),
    codes: ['FileTooLarge'],
  },
  {
    name: 'millions of separators',
    make: (random) => Buffer.from(`${head}\r\n${';'.repeat(1_100_000 + random.below(3_000_000))}x`),
    codes: ['FileTooLarge'],
  },
  {
    name: 'nothing but separators and line ends below the headers',
    make: (random) =>
      Buffer.from(`${head}\r\n${random.oneOf([';', ';;;;;\n', '\n', '\r\n']).repeat(random.below(600_000))}`),
    codes: ['FileEmpty'],
  },
  {
    name: 'hundreds of thousands of blank lines between two rows',
    make: (random) =>
      Buffer.from(`${head}\nST-100;R;c;d;e;f${'\n'.repeat(150_000 + random.below(100_000))}ST-100;R;c;d;e;g`),
    codes: ['FileTooLarge'],
  },
  {
    name: '16,384 columns',
    make: (random) => Buffer.from(`${head}\r\n${'x;'.repeat(101 + random.below(16_000))}`),
    codes: ['FileTooLarge'],
  },
  {
    name: 'nothing but line ends',
    make: (random) => Buffer.from(random.oneOf(['\n', '\r', '\r\n', ' \n']).repeat(random.below(1_000_000))),
    codes: ['FileEmpty'],
  },
  {
    name: 'more lines than are counted',
    make: (random) => Buffer.from(`${head}\n${'a;b;c;d;e;f\n'.repeat(10_001 + random.below(300_000))}`),
    codes: ['FileTooLarge'],
  },
  {
    name: 'more lines than a return has',
    make: (random) => Buffer.from(`${head}\n${'ST-100;R;c;d;e;f\n'.repeat(1001 + random.below(8000))}`),
    codes: ['ReturnsFileTooManyLines'],
  },
  {
    name: 'headers and no more',
    make: (random) => Buffer.from(head + random.oneOf(['', '\n', '\r\n\r\n', '\n;;;;;\n'])),
    codes: ['FileEmpty'],
  },
  {
    name: 'no bytes, or too many',
    make: (random) => new Uint8Array(random.oneOf([0, bounds.bytes + 1])),
    codes: ['FileEmpty', 'FileTooLarge'],
  },
  {
    name: 'zeros in the text',
    make: (random) => Buffer.from(good.join('').replace('XKW', `X${'\0'.repeat(1 + random.below(5))}KW`)),
    codes: ['FileWrongType'],
  },
  {
    name: 'UTF-16 without a mark',
    make: (random) => Buffer.from(good.slice(0, 2 + random.below(18)).join(''), 'utf16le'),
    codes: ['FileWrongType'],
  },
  {
    name: 'UTF-8 with a mark, and damaged',
    make: (random) =>
      Buffer.concat([Buffer.from(`\uFEFF${good.join('')}`), Buffer.from([0xff, 0x80 + random.below(64)])]),
    codes: ['FileDamaged'],
  },
  {
    name: 'bytes at random',
    make: (random) =>
      Buffer.concat([Buffer.from([random.oneOf([0x00, 0x7f, 0x89, 0xca])]), random.bytes(200 + random.below(50_000))]),
    codes: ['FileWrongType'],
  },
  {
    name: 'a page or a document',
    make: (random) =>
      Buffer.from(
        random.oneOf([
          `<html><table><tr><td>${head}</td></tr></table></html>`,
          `\n <?xml version="1.0"?><Workbook>${head}</Workbook>`,
          '%PDF-1.7\n1 0 obj\n',
          String.raw`{\rtf1\ansi x}`,
          '<!DOCTYPE html><p>x',
        ]),
      ),
    codes: ['FileWrongType'],
  },
  {
    name: 'text of another kind',
    make: (random) =>
      Buffer.from(
        random.oneOf([
          '{"a":[1,2,3]}',
          'Dear all,\nplease find attached',
          '#!/bin/sh\nrm -rf /',
          'a,b,c\n1,2,3\n',
          'sep=;\nx;y',
          `=cmd|'/C calc'!A0,b\n1,2\n`,
        ]),
      ),
    codes: ['ReturnsFileWrongHeaders'],
  },
  {
    name: 'a packed file',
    make: (random) => gzipSync(Buffer.concat([Buffer.from(good.join('')), random.bytes(300)])),
    codes: ['FileWrongType'],
  },
  {
    name: 'an old workbook',
    make: (random) => Buffer.concat([Buffer.from(oldExcel), random.bytes(3000)]),
    codes: ['FileWrongType'],
  },
  {
    name: 'a workbook under a password',
    make: (random) =>
      Buffer.concat([
        Buffer.from(oldExcel),
        random.bytes(1000),
        Buffer.from('EncryptedPackage', 'utf16le'),
        random.bytes(2000),
      ]),
    codes: ['FilePasswordProtected'],
  },
  {
    name: 'formulas in text',
    make: (random) =>
      Buffer.from(
        [
          head,
          ...goodLines(10).map((one, index) =>
            cellsOf({
              ...one,
              serialNumber: `=${random.oneOf(['1+1+', 'HYPERLINK("//x.example")', "cmd|'/C calc'!A"])}${index}`,
            })
              .map((text) => `"${text.replaceAll('"', '""')}"`)
              .join(';'),
          ),
        ].join('\n'),
      ),
    refusedRows: 'serialNumberMalformed',
  },
];
