import { gzipSync } from 'node:zlib';
import { bounds } from '#lambdas/lib/spreadsheets/bounds.ts';
import type { HostileKind } from './hostile-kind.ts';
import { defineRejectedFile, defineRejectedRows } from './hostile-kind.ts';
import { toCells, buildCsv, buildGoodLines, headers } from './lines.ts';

const goodLineTexts = [headers, ...buildGoodLines(20).map(toCells)].map((cells) => buildCsv([cells]));
const headerLine = headers.join(';');

const compoundFileSignature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Files other than workbooks: malformed text and foreign file types. */
export const hostileTexts: readonly HostileKind[] = [
  defineRejectedFile('an unclosed quotation mark', 'FileDamaged', (random) => {
    const position = 1 + random.nextInt(19);
    return Buffer.from(
      [
        ...goodLineTexts.slice(0, position),
        `ST-100;X;"${headerLine}\r\n`,
        ...goodLineTexts.slice(position).map((text) => text.replaceAll('"', '')),
      ].join(''),
    );
  }),
  defineRejectedFile('a quoted cell that spans rows', 'FileDamaged', (random) => {
    const position = 1 + random.nextInt(15);
    const unquotedLines = goodLineTexts.map((text) => text.replaceAll('"', ''));
    return Buffer.from(
      [
        ...unquotedLines.slice(0, position),
        `ST-100;RÉF 7/2026;4;"Zelda;x;y\r\n`,
        ...unquotedLines.slice(position, position + 3),
        `";1;2;3\r\n`,
        ...unquotedLines.slice(position + 3),
      ].join(''),
    );
  }),
  defineRejectedFile('only quotation marks', ['FileTooLarge', 'FileDamaged', 'ReturnsFileWrongHeaders'], (random) =>
    Buffer.from('"'.repeat(random.pick([100_000, 3_000_000]) + random.nextInt(1_000_000))),
  ),
  defineRejectedFile('one huge cell', 'FileTooLarge', (random) =>
    Buffer.from(`${headerLine}\r\nST-100;R;${'x'.repeat(70_000 + random.nextInt(4_000_000))}`),
  ),
  defineRejectedFile('millions of separators', 'FileTooLarge', (random) =>
    Buffer.from(`${headerLine}\r\n${';'.repeat(1_100_000 + random.nextInt(3_000_000))}x`),
  ),
  defineRejectedFile('only separators and line ends below the headers', 'FileEmpty', (random) =>
    Buffer.from(`${headerLine}\r\n${random.pick([';', ';;;;;\n', '\n', '\r\n']).repeat(random.nextInt(600_000))}`),
  ),
  defineRejectedFile('over 150,000 blank lines between two rows', 'FileTooLarge', (random) =>
    Buffer.from(`${headerLine}\nST-100;R;c;d;e;f${'\n'.repeat(150_000 + random.nextInt(100_000))}ST-100;R;c;d;e;g`),
  ),
  defineRejectedFile('more columns than are read', 'ReturnsFileOtherStore', (random) =>
    Buffer.from(`${headerLine}\r\n${'x;'.repeat(101 + random.nextInt(16_000))}`),
  ),
  defineRejectedFile('only line ends', 'FileEmpty', (random) =>
    Buffer.from(random.pick(['\n', '\r', '\r\n', ' \n']).repeat(random.nextInt(1_000_000))),
  ),
  defineRejectedFile('too many rows of text', 'FileTooLarge', (random) =>
    Buffer.from(`${headerLine}\n${'a;b;c;d;e;f\n'.repeat(10_001 + random.nextInt(300_000))}`),
  ),
  defineRejectedFile('more lines than a return allows', 'ReturnsFileTooManyLines', (random) =>
    Buffer.from(`${headerLine}\n${'ST-100;R;c;d;e;f\n'.repeat(1001 + random.nextInt(8000))}`),
  ),
  defineRejectedFile('only headers', 'FileEmpty', (random) =>
    Buffer.from(headerLine + random.pick(['', '\n', '\r\n\r\n', '\n;;;;;\n'])),
  ),
  defineRejectedFile(
    'no bytes or too many',
    ['FileEmpty', 'FileTooLarge'],
    (random) => new Uint8Array(random.pick([0, bounds.bytes + 1])),
  ),
  defineRejectedFile('null characters', 'FileWrongType', (random) =>
    Buffer.from(goodLineTexts.join('').replace('XKW', `X${'\0'.repeat(1 + random.nextInt(5))}KW`)),
  ),
  defineRejectedFile('UTF-16 without a byte order mark', 'FileWrongType', (random) =>
    Buffer.from(goodLineTexts.slice(0, 2 + random.nextInt(18)).join(''), 'utf16le'),
  ),
  defineRejectedFile('invalid UTF-8 after a byte order mark', 'FileDamaged', (random) =>
    Buffer.concat([Buffer.from(`\uFEFF${goodLineTexts.join('')}`), Buffer.from([0xff, 0x80 + random.nextInt(64)])]),
  ),
  defineRejectedFile('random bytes', 'FileWrongType', (random) =>
    Buffer.concat([Buffer.from([random.pick([0x00, 0x7f, 0x89, 0xca])]), random.bytes(200 + random.nextInt(50_000))]),
  ),
  defineRejectedFile('a web page or document', 'FileWrongType', (random) =>
    Buffer.from(
      random.pick([
        `<html><table><tr><td>${headerLine}</td></tr></table></html>`,
        `\n <?xml version="1.0"?><Workbook>${headerLine}</Workbook>`,
        '%PDF-1.7\n1 0 obj\n',
        String.raw`{\rtf1\ansi x}`,
        '<!DOCTYPE html><p>x',
        '{"a":[1,2,3]}',
        'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<table>',
        'ID;PWXL;N;E\r\nC;Y1;X1;K"store id"\r\n',
      ]),
    ),
  ),
  defineRejectedFile('unrelated text', 'ReturnsFileWrongHeaders', (random) =>
    Buffer.from(
      random.pick([
        'Dear all,\nplease find attached',
        '#!/bin/sh\nrm -rf /',
        'a,b,c\n1,2,3\n',
        'sep=;\nx;y',
        `=cmd|'/C calc'!A0,b\n1,2\n`,
      ]),
    ),
  ),
  defineRejectedFile('a gzip file', 'FileWrongType', (random) =>
    gzipSync(Buffer.concat([Buffer.from(goodLineTexts.join('')), random.bytes(300)])),
  ),
  defineRejectedFile('a workbook in the old binary format', 'FileWrongType', (random) =>
    Buffer.concat([Buffer.from(compoundFileSignature), random.bytes(3000)]),
  ),
  defineRejectedFile('an encrypted workbook', 'FilePasswordProtected', (random) =>
    Buffer.concat([
      Buffer.from(compoundFileSignature),
      random.bytes(1000),
      Buffer.from('EncryptedPackage', 'utf16le'),
      random.bytes(2000),
    ]),
  ),
  defineRejectedRows('formulas in text', 'serialNumberMalformed', (random) =>
    Buffer.from(
      [
        headerLine,
        ...buildGoodLines(10).map((line, index) =>
          buildCsv(
            [
              toCells({
                ...line,
                serialNumber: `=${random.pick(['1+1+', 'HYPERLINK("//x.example")', "cmd|'/C calc'!A"])}${index}`,
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
