import { S3Error } from './s3-error.ts';

const malformed = (): S3Error => new S3Error(400, 'IncompleteBody', 'The request body is not well-formed aws-chunked.');

const longestLine = 8192;

/**
 * Decodes `Content-Encoding: aws-chunked` (size in hex, line break, bytes, line break; a chunk of 0; trailers; an empty line).
 * The trailers are added to `trailers`, names in lower case.
 */
export async function* decodeAwsChunked(
  source: AsyncIterable<Buffer>,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer, void> {
  let pending: Buffer = Buffer.alloc(0);
  let state: 'size' | 'bytes' | 'after bytes' | 'trailers' = 'size';
  let left = 0;

  const takeLine = (): string | undefined => {
    const end = pending.indexOf('\r\n');
    if (end > longestLine || (end < 0 && pending.length > longestLine)) throw malformed();
    if (end < 0) return undefined;
    const line = pending.toString('latin1', 0, end);
    pending = pending.subarray(end + 2);
    return line;
  };

  for await (const chunk of source) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      if (state === 'bytes') {
        const bytes = pending.subarray(0, left);
        if (bytes.length === 0) break;
        pending = pending.subarray(bytes.length);
        left -= bytes.length;
        yield bytes;
        if (left === 0) state = 'after bytes';
        continue;
      }
      const line = takeLine();
      if (line === undefined) break;
      if (state === 'after bytes') {
        if (line !== '') throw malformed();
        state = 'size';
      } else if (state === 'size') {
        if (!/^[0-9a-f]{1,10}$/i.test(line)) throw malformed();
        left = Number.parseInt(line, 16);
        state = left === 0 ? 'trailers' : 'bytes';
      } else {
        if (line === '') return;
        const [, name, value] = /^([^:]+):\s*(.*?)\s*$/.exec(line) ?? [];
        if (!name || value === undefined) throw malformed();
        trailers.set(name.toLowerCase(), value);
      }
    }
  }
  throw malformed();
}
