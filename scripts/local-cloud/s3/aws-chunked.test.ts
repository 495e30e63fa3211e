import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { decodeAwsChunked } from './aws-chunked.ts';

async function* cut(body: Buffer, size: number): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

const decode = async (body: Buffer, size = 3): Promise<{ content: Buffer; trailers: Map<string, string> }> => {
  const trailers = new Map<string, string>();
  const chunks: Buffer[] = [];
  for await (const chunk of decodeAwsChunked(cut(body, size), trailers)) chunks.push(Buffer.from(chunk));
  return { content: Buffer.concat(chunks), trailers };
};

test('a body in chunks is read the same however it arrives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 30 }),
      async (chunks, size) => {
        const framed = chunks.flatMap((chunk) => [
          Buffer.from(`${chunk.length.toString(16)}\r\n`),
          chunk,
          Buffer.from('\r\n'),
        ]);
        const body = Buffer.concat([...framed, Buffer.from('0\r\nX-Amz-Checksum-CRC32: abc=\r\n\r\n')]);
        const { content, trailers } = await decode(body, size);
        expect(content).toEqual(Buffer.concat(chunks));
        expect(trailers).toEqual(new Map([['x-amz-checksum-crc32', 'abc=']]));
      },
    ),
  );
});

test.each([
  ['an end in the middle', '5\r\nabc'],
  ['no last chunk', '3\r\nabc\r\n'],
  ['a size that is none', 'zz\r\nabc\r\n0\r\n\r\n'],
  ['a chunk longer than its size', '2\r\nabc\r\n0\r\n\r\n'],
  ['a trailer without a value', '0\r\nabc\r\n\r\n'],
  ['a size without end', '0'.repeat(10_000)],
])('refuses %s', async (_, body) => {
  await expect(decode(Buffer.from(body))).rejects.toThrow('aws-chunked');
});
