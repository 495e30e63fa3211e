import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { boundaryOf, MalformedMultipart, readMultipart } from './multipart.ts';

const boundary = 'b0undary';

type Sent = { name: string; filename: string | undefined; content: Buffer };

const compose = (parts: readonly Sent[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, filename, content }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\nX-Other: 1\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

async function* inChunks(body: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer, void> {
  for (let at = 0, turn = 0; at < body.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield body.subarray(at, at + size);
    at += size;
  }
}

const receive = async (body: Buffer, sizes: readonly number[] = [body.length]): Promise<Sent[]> => {
  const parts: (Omit<Sent, 'content'> & { chunks: Buffer[] })[] = [];
  for await (const event of readMultipart(inChunks(body, sizes), boundary)) {
    if ('part' in event) parts.push({ ...event.part, chunks: [] });
    else parts.at(-1)?.chunks.push(Buffer.from(event.data));
  }
  return parts.map(({ chunks, ...part }) => ({ ...part, content: Buffer.concat(chunks) }));
};

// Made of what could be taken for a boundary: line breaks, dashes and the boundary's own letters.
const trickyContent = fc
  .array(
    fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '-',
      '--',
      `\r\n--${boundary.slice(0, 5)}`,
      `--${boundary}`,
      `\r\n--`,
      'x',
      'ü',
    ),
    { maxLength: 20 },
  )
  .map((pieces) => Buffer.from(pieces.join('')))
  .filter((content) => !content.includes(`\r\n--${boundary}`));

const content = fc.oneof(
  trickyContent,
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

const sentPart = fc.record({
  name: fc.stringMatching(/^[A-Za-z-]{1,12}$/),
  filename: fc.option(fc.stringMatching(/^[A-Za-z0-9 .;=\\äé-]{0,12}$/), { nil: undefined }),
  content,
});

describe('multipart/form-data', () => {
  test('is read the same however it is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sentPart, { maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
        async (sent, sizes) => {
          expect(await receive(compose(sent), sizes)).toEqual(sent);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('holds back no more of a large part than a boundary', async () => {
    const body = compose([{ name: 'file', filename: 'f', content: Buffer.alloc(100_000, 'a') }]).subarray(0, 100_000);
    let seen = 0;
    const reading = (async () => {
      for await (const event of readMultipart(inChunks(body, [4096]), boundary))
        if ('data' in event) seen += event.data.length;
    })();
    await expect(reading).rejects.toThrow(MalformedMultipart);
    expect(seen).toBeGreaterThan(99_800);
  });

  test.each([
    [
      'an end before the closing boundary',
      compose([{ name: 'a', filename: undefined, content: Buffer.from('1') }]).subarray(0, -6),
    ],
    ['no boundary at all', Buffer.from('key=value')],
    [
      'a part without a name',
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data\r\n\r\n1\r\n--${boundary}--`),
    ],
    ['a boundary with something behind it', Buffer.from(`--${boundary}x\r\n`)],
    ['headers without end', Buffer.from(`--${boundary}\r\n${'A: b\r\n'.repeat(4000)}`)],
    ['nothing', Buffer.alloc(0)],
  ])('refuses %s', async (_, body) => {
    await expect(receive(body, [7])).rejects.toThrow(MalformedMultipart);
  });

  test('ignores what stands before the first boundary and after the last', async () => {
    const body = Buffer.concat([
      Buffer.from('preamble\r\n'),
      compose([{ name: 'a', filename: undefined, content: Buffer.from('1') }]),
      Buffer.from('epilogue'),
    ]);
    expect(await receive(body, [3])).toEqual([{ name: 'a', filename: undefined, content: Buffer.from('1') }]);
  });

  test('does not take the file name for the name', async () => {
    const body = Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; filename="a.txt"; name=file\r\n\r\n\r\n--${boundary}--`,
    );
    expect(await receive(body)).toEqual([{ name: 'file', filename: 'a.txt', content: Buffer.alloc(0) }]);
  });

  test.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data; charset=utf-8; boundary="a b"', 'a b'],
    ['multipart/form-data', undefined],
    ['application/x-www-form-urlencoded; boundary=abc', undefined],
    [undefined, undefined],
  ])('boundary of %s', (contentType, expected) => {
    expect(boundaryOf(contentType)).toBe(expected);
  });
});
