import { gzipSync } from 'node:zlib';
import { bounds } from '#lambdas/lib/spreadsheets/bounds.ts';
import type { HostileKind } from './hostile-kind.ts';
import { rejectedFile, rejectedRows } from './hostile-kind.ts';
import { toCells, buildCsv, goodLines, headers } from './lines.ts';

const good = [headers, ...goodLines(20).map(toCells)].map((cells) => buildCsv([cells]));
const head = headers.join(';');

const oldExcel = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Files other than workbooks: malformed text and foreign file types. */
export const hostileTexts: readonly HostileKind[] = [
  rejectedFile('an unclosed quotation mark', 'FileDamaged', (random) => {
    const at = 1 + random.below(19);
    return Buffer.from(
      [...good.slice(0, at), `ST-100;X;"${head}\r\n`, ...good.slice(at).map((text) => text.replaceAll('"', ''))].join(
        '',
      ),
    );
  }),
  rejectedFile('a quoted cell that spans rows', 'FileDamaged', (random) => {
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
  }),
  rejectedFile('only quotation marks', ['FileTooLarge', 'FileDamaged', 'ReturnsFileWrongHeaders'], (random) =>
    Buffer.from('"'.repeat(random.oneOf([100_000, 3_000_000]) + random.below(1_000_000))),
  ),
  rejectedFile('one huge cell', 'FileTooLarge', (random) =>
    Buffer.from(`${head}\r\nST-100;R;${'x'.repeat(70_000 + random.below(4_000_000))}`),
  ),
  rejectedFile('millions of separators', 'FileTooLarge', (random) =>
    Buffer.from(`${head}\r\n${';'.repeat(1_100_000 + random.below(3_000_000))}x`),
  ),
  rejectedFile('only separators and line ends below the headers', 'FileEmpty', (random) =>
    Buffer.from(`${head}\r\n${random.oneOf([';', ';;;;;\n', '\n', '\r\n']).repeat(random.below(600_000))}`),
  ),
  rejectedFile('over 150,000 blank lines between two rows', 'FileTooLarge', (random) =>
    Buffer.from(`${head}\nST-100;R;c;d;e;f${'\n'.repeat(150_000 + random.below(100_000))}ST-100;R;c;d;e;g`),
  ),
  rejectedFile('16,384 columns', 'ReturnsFileOtherStore', (random) =>
    Buffer.from(`${head}\r\n${'x;'.repeat(101 + random.below(16_000))}`),
  ),
  rejectedFile('only line ends', 'FileEmpty', (random) =>
    Buffer.from(random.oneOf(['\n', '\r', '\r\n', ' \n']).repeat(random.below(1_000_000))),
  ),
  rejectedFile('too many rows of text', 'FileTooLarge', (random) =>
    Buffer.from(`${head}\n${'a;b;c;d;e;f\n'.repeat(10_001 + random.below(300_000))}`),
  ),
  rejectedFile('more lines than a return allows', 'ReturnsFileTooManyLines', (random) =>
    Buffer.from(`${head}\n${'ST-100;R;c;d;e;f\n'.repeat(1001 + random.below(8000))}`),
  ),
  rejectedFile('only headers', 'FileEmpty', (random) =>
    Buffer.from(head + random.oneOf(['', '\n', '\r\n\r\n', '\n;;;;;\n'])),
  ),
  rejectedFile(
    'no bytes or too many',
    ['FileEmpty', 'FileTooLarge'],
    (random) => new Uint8Array(random.oneOf([0, bounds.bytes + 1])),
  ),
  rejectedFile('null characters', 'FileWrongType', (random) =>
    Buffer.from(good.join('').replace('XKW', `X${'\0'.repeat(1 + random.below(5))}KW`)),
  ),
  rejectedFile('UTF-16 without a byte order mark', 'FileWrongType', (random) =>
    Buffer.from(good.slice(0, 2 + random.below(18)).join(''), 'utf16le'),
  ),
  rejectedFile('invalid UTF-8 after a byte order mark', 'FileDamaged', (random) =>
    Buffer.concat([Buffer.from(`\uFEFF${good.join('')}`), Buffer.from([0xff, 0x80 + random.below(64)])]),
  ),
  rejectedFile('random bytes', 'FileWrongType', (random) =>
    Buffer.concat([Buffer.from([random.oneOf([0x00, 0x7f, 0x89, 0xca])]), random.bytes(200 + random.below(50_000))]),
  ),
  rejectedFile('a web page or document', 'FileWrongType', (random) =>
    Buffer.from(
      random.oneOf([
        `<html><table><tr><td>${head}</td></tr></table></html>`,
        `\n <?xml version="1.0"?><Workbook>${head}</Workbook>`,
        '%PDF-1.7\n1 0 obj\n',
        String.raw`{\rtf1\ansi x}`,
        '<!DOCTYPE html><p>x',
        '{"a":[1,2,3]}',
        'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<table>',
        'ID;PWXL;N;E\r\nC;Y1;X1;K"store id"\r\n',
      ]),
    ),
  ),
  rejectedFile('unrelated text', 'ReturnsFileWrongHeaders', (random) =>
    Buffer.from(
      random.oneOf([
        'Dear all,\nplease find attached',
        '#!/bin/sh\nrm -rf /',
        'a,b,c\n1,2,3\n',
        'sep=;\nx;y',
        `=cmd|'/C calc'!A0,b\n1,2\n`,
      ]),
    ),
  ),
  rejectedFile('a gzip file', 'FileWrongType', (random) =>
    gzipSync(Buffer.concat([Buffer.from(good.join('')), random.bytes(300)])),
  ),
  rejectedFile('a workbook in the old binary format', 'FileWrongType', (random) =>
    Buffer.concat([Buffer.from(oldExcel), random.bytes(3000)]),
  ),
  rejectedFile('an encrypted workbook', 'FilePasswordProtected', (random) =>
    Buffer.concat([
      Buffer.from(oldExcel),
      random.bytes(1000),
      Buffer.from('EncryptedPackage', 'utf16le'),
      random.bytes(2000),
    ]),
  ),
  rejectedRows('formulas in text', 'serialNumberMalformed', (random) =>
    Buffer.from(
      [
        head,
        ...goodLines(10).map((line, index) =>
          buildCsv(
            [
              toCells({
                ...line,
                serialNumber: `=${random.oneOf(['1+1+', 'HYPERLINK("//x.example")', "cmd|'/C calc'!A"])}${index}`,
              }),
            ],
            ';',
            '',
          ),
        ),
      ].join('\n'),
    ),
  ),
];
