import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { FileRefused } from '#lambdas/spreadsheets/bounds.ts';
import { elements, readXml } from './xml.ts';

const hear = (readAll: (say: (kind: string, what: unknown) => void) => void) => {
  const heard: [string, unknown][] = [];
  readAll((kind, what) => {
    const last = heard.at(-1);
    if (kind === 'text' && last?.[0] === 'text') last[1] = `${last[1]}${what}`;
    else if (kind !== 'text' || what !== '') heard.push([kind, what]);
  });
  return heard;
};

const read = (xml: string) =>
  hear((say) =>
    readXml(xml, {
      onOpen: (name, attributes) => say('open', [name, { ...attributes }]),
      onText: (text) => say('text', text),
      onClose: (name) => say('close', name),
    }),
  );

test('elements, attributes and texts are told in order, without prefixes', () =>
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

test('whoever only asks for elements is told of what is not well-formed, too', () =>
  expect(() => elements('<a>&x;<b/></a>', 'b')).toThrow(FileRefused));

test('line ends are one sign, however they are written', () =>
  expect(read('<a>1\r\n2\r3</a>')[1]).toEqual(['text', '1\n2\n3']));

describe('what is not well-formed is refused', () => {
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
  )('%j', (xml) => expect(() => read(xml)).toThrow(FileRefused));
});

/** As saxes, which is strict, hears it. */
const saxes = (xml: string) =>
  hear((say) => {
    const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
    parser.on('error', () => {
      throw new FileRefused('FileDamaged');
    });
    parser.on('opentag', ({ name, attributes }) => say('open', [name, { ...attributes }]));
    parser.on('text', (text) => say('text', text));
    parser.on('cdata', (text) => say('text', text));
    parser.on('closetag', ({ name }) => say('close', name));
    parser.write(xml).close();
  });

const orRefused = (readAll: () => [string, unknown][]) => {
  try {
    const heard = readAll();
    const begin = heard.findIndex(([kind]) => kind === 'open');
    return heard.slice(begin, heard.findLastIndex(([kind]) => kind === 'close') + 1);
  } catch (error) {
    if (error instanceof FileRefused) return 'refused';
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

test('what saxes reads is heard alike, and what it refuses is refused', () => {
  const pieces = [...'<>/"&;= x\0', ']]>', '<!--', '-->', '<c>', '</c>', '<?', '?>', '<![CDATA['];
  fc.assert(
    fc.property(
      element,
      fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom('', ...pieces)), { maxLength: 2 }),
      (whole, changes) => {
        const xml = changes.reduce((rest, [at, without, piece]) => {
          const place = at % (rest.length + 1);
          return rest.slice(0, place) + piece + rest.slice(place + without);
        }, whole);
        // Behind an instruction's name XML has a blank or its end; saxes takes any sign.
        fc.pre(!/<\?[^\s?]*\?(?!>)/.test(xml));
        expect([xml, orRefused(() => read(xml))]).toEqual([xml, orRefused(() => saxes(xml))]);
      },
    ),
    { numRuns: 3000 },
  );
});
