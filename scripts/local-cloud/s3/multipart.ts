/** The body isn't a well-formed multipart/form-data. */
export class MalformedMultipart extends Error {}

export type Part = { name: string; filename: string | undefined };

/** A part begins, or some of the current part's bytes. */
export type MultipartEvent = { part: Part } | { data: Buffer };

const headLimit = 16_384;

/** The boundary that a Content-Type names; undefined when it isn't multipart/form-data. */
export const boundaryOf = (contentType: string | undefined): string | undefined => {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '') ?? [];
  return quoted ?? plain;
};

const parameter = (disposition: string, name: string): string | undefined => {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"((?:\\\\"|[^"])*)"|([^\\s;"]+))`, 'i').exec(disposition) ?? [];
  return quoted?.replaceAll('\\"', '"') ?? plain;
};

const readHead = (head: string): Part => {
  const disposition = head.split('\r\n').find((line) => /^content-disposition:\s*form-data\s*;/i.test(line));
  const name = disposition && parameter(disposition, 'name');
  if (!disposition || name === undefined) throw new MalformedMultipart('A part has no name.');
  return { name, filename: parameter(disposition, 'filename') };
};

/**
 * Reads multipart/form-data as it arrives: memory never holds more than a chunk, a part's head and a boundary.
 * Stops at the closing boundary and leaves what follows unread. Throws MalformedMultipart.
 */
export async function* readMultipart(
  source: AsyncIterable<Buffer>,
  boundary: string,
): AsyncGenerator<MultipartEvent, void> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter may open the body, without its line break.
  let pending: Buffer = Buffer.from('\r\n');
  let state: 'preamble' | 'delimiter' | 'head' | 'body' = 'preamble';

  for await (const chunk of source) {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      if (state === 'preamble' || state === 'body') {
        const at = pending.indexOf(delimiter);
        // The tail may be the first bytes of a delimiter that the next chunk completes.
        const sure = at < 0 ? Math.max(0, pending.length - delimiter.length + 1) : at;
        if (state === 'body' && sure > 0) yield { data: pending.subarray(0, sure) };
        pending = pending.subarray(at < 0 ? sure : at + delimiter.length);
        if (at < 0) break;
        state = 'delimiter';
      }
      if (state === 'delimiter') {
        if (pending.length < 2) break;
        const after = pending.toString('latin1', 0, 2);
        if (after === '--') return;
        if (after !== '\r\n')
          throw new MalformedMultipart('A boundary is followed by neither a line break nor the end.');
        // The line break stays: a part without headers then also ends its head with an empty line.
        state = 'head';
      }
      const end = pending.indexOf('\r\n\r\n');
      if (end > headLimit || (end < 0 && pending.length > headLimit))
        throw new MalformedMultipart("A part's headers are too long.");
      if (end < 0) break;
      yield { part: readHead(pending.toString('utf8', 0, end)) };
      pending = pending.subarray(end + 4);
      state = 'body';
    }
  }
  throw new MalformedMultipart('The body ends before its closing boundary.');
}
