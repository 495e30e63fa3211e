import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { FileRejectedError } from '#lambdas/lib/spreadsheets/bounds.ts';
import { findElements, readXml } from './xml.ts';

const recordEvents = (readAll: (record: (kind: string, value: unknown) => void) => void) => {
  const events: [string, unknown][] = [];
  readAll((kind, value) => {
    const last = events.at(-1);
    if (kind === 'text' && last?.[0] === 'text') last[1] = `${last[1]}${value}`;
    else if (kind !== 'text' || value !== '') events.push([kind, value]);
  });
  return events;
};

const read = (xml: string) =>
  recordEvents((record) =>
    readXml(xml, {
      onOpen: (name, attributes) => record('open', [name, { ...attributes }]),
      onText: (text) => record('text', text),
      onClose: (name) => record('close', name),
    }),
  );

test('reports elements, attributes and texts in order, without namespace prefixes', () =>
  expect(
    read(`<?xml version="1.0"?>
<!-- a -->
<x:a b = "1" c='"&#x1F600;&#10;
&amp;'><d/>1 &lt; 2<![CDATA[ & <3 ]]><?go on?></x:a >
`),
  ).toEqual([
    ['open', ['a', { b: '1', c: '"😀\n &' }]],
    ['open', ['d', {}]],
    ['close', 'd'],
    ['text', '1 < 2 & <3 '],
    ['close', 'a'],
  ]));

test('findElements rejects malformed XML', () =>
  expect(() => findElements('<a>&x;<b/></a>', 'b')).toThrow(FileRejectedError));

test('normalizes line endings', () => expect(read('<a>1\r\n2\r3</a>')[1]).toEqual(['text', '1\n2\n3']));

describe('readXml', () => {
  test.each(
    [
      [
        '',
        '  ',
        'x',
        '<a>',
        '<a></b>',
        '</a>',
        '<a/><b/>',
        '<a/>x',
        '<a',
        '<a b>',
        '<a b=1>',
        '<a b="1"',
        '<a b="1"c="2"/>',
      ],
      [
        '<a b="1" b="2"/>',
        '<a b="<"/>',
        '<a>&</a>',
        '<a>&nbsp;</a>',
        '<a>&#0;</a>',
        '<a>&#xD800;</a>',
        '<a>&#x110000;</a>',
      ],
      [
        '<a>]]></a>',
        '<a><!-- -- --></a>',
        '<a><!-- </a>',
        '<a><![CDATA[</a>',
        '<![CDATA[x]]><a/>',
        '<a><?x </a>',
        '<1/>',
        '<a>\0</a>',
      ],
      [' <?xml version="1.0"?><a/>', '<!ELEMENT a><a/>', '<a / >', `${'<a>'.repeat(65)}${'</a>'.repeat(65)}`],
    ].flat(),
  )('rejects %j as malformed', (xml) => expect(() => read(xml)).toThrow(FileRejectedError));
});

/** Parses with saxes in strict mode. */
const readWithSaxes = (xml: string) =>
  recordEvents((record) => {
    const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
    parser.on('error', () => {
      throw new FileRejectedError('FileDamaged');
    });
    parser.on('opentag', ({ name, attributes }) => record('open', [name, { ...attributes }]));
    parser.on('text', (text) => record('text', text));
    parser.on('cdata', (text) => record('text', text));
    parser.on('closetag', ({ name }) => record('close', name));
    parser.write(xml).close();
  });

const runOrCatchRejection = (readAll: () => [string, unknown][]) => {
  try {
    const events = readAll();
    const begin = events.findIndex(([kind]) => kind === 'open');
    return events.slice(begin, events.findLastIndex(([kind]) => kind === 'close') + 1);
  } catch (error) {
    if (error instanceof FileRejectedError) return 'rejected';
    throw error;
  }
};

const text = fc.string({
  unit: fc.constantFrom('a', ' ', 'ä', '&amp;', '&#65;', '\n', '\r\n', '>', "'"),
  maxLength: 4,
});
const attribute = fc.tuple(fc.constantFrom('r', 't', 's'), text).map(([name, value]) => ` ${name}="${value}"`);
const { element } = fc.letrec<{ element: string; inner: string }>((tie) => ({
  element: fc
    .tuple(
      fc.constantFrom('c', 'v', 'row'),
      fc.option(attribute, { nil: '' }),
      fc.array(tie('inner'), { maxLength: 3 }),
    )
    .map(([name, attributes, inner]) =>
      inner.length === 0 ? `<${name}${attributes}/>` : `<${name}${attributes}>${inner.join('')}</${name}>`,
    ),
  inner: fc.oneof({ maxDepth: 3 }, text, tie('element'), fc.constantFrom('<!-- a -->', '<![CDATA[<&]]>', '<?a b?>')),
}));

test('agrees with saxes on any input', () => {
  const pieces = [...'<>/"&;= x\0', ']]>', '<!--', '-->', '<c>', '</c>', '<?', '?>', '<![CDATA['];
  fc.assert(
    fc.property(
      element,
      fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom('', ...pieces)), { maxLength: 2 }),
      (originalXml, changes) => {
        const xml = changes.reduce((rest, [offset, removedCount, piece]) => {
          const position = offset % (rest.length + 1);
          return rest.slice(0, position) + piece + rest.slice(position + removedCount);
        }, originalXml);
        // XML requires a space or the end after an instruction's name; saxes accepts any character.
        fc.pre(!/<\?[^\s?]*\?(?!>)/.test(xml));
        expect([xml, runOrCatchRejection(() => read(xml))]).toEqual([
          xml,
          runOrCatchRejection(() => readWithSaxes(xml)),
        ]);
      },
    ),
    { numRuns: 3000 },
  );
});
