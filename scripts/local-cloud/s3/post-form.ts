import type { MultipartEvent } from './multipart.ts';
import { invalidArgument, S3Error } from './s3-error.ts';

/** A browser's upload: the fields before the file (names in lower case), then the file's bytes as they arrive. */
export type PostForm = { fields: Map<string, string>; filename: string; file: AsyncGenerator<Buffer, void> };

/** Bytes of all the fields that may precede the file. */
const maxFields = 20_000;

const wrongFileCount = (): S3Error =>
  new S3Error(400, 'IncorrectNumberOfFilesInPostRequest', 'POST requires exactly one file upload per request.');

async function* fileBytes(events: AsyncIterator<MultipartEvent, void>): AsyncGenerator<Buffer, void> {
  let inFile = true;
  for (;;) {
    const { value: event } = await events.next();
    if (!event) return;
    if ('part' in event) {
      // S3 ignores the fields that follow the file; a second file it does not.
      if (event.part.name.toLowerCase() === 'file') throw wrongFileCount();
      inFile = false;
    } else if (inFile) yield event.data;
  }
}

/** Reads the fields up to the file; each may come only once, so that what the policy checks is what is used. */
export const readPostForm = async (events: AsyncIterator<MultipartEvent, void>): Promise<PostForm> => {
  const fields = new Map<string, Buffer[]>();
  let current: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { value: event } = await events.next();
    if (!event) throw wrongFileCount();
    size += 'part' in event ? event.part.name.length : event.data.length;
    if (size > maxFields)
      throw new S3Error(
        400,
        'MaxPostPreDataLengthExceeded',
        'Your POST request fields preceding the upload file were too large.',
      );
    if ('data' in event) {
      // A copy: a slice would keep the whole chunk it was cut from.
      current.push(Buffer.from(event.data));
      continue;
    }
    const name = event.part.name.toLowerCase();
    if (name === 'file') {
      const filename = event.part.filename?.replace(/^.*[/\\]/s, '') ?? '';
      const texts = [...fields].map(([field, chunks]): [string, string] => [
        field,
        Buffer.concat(chunks)
          .toString('utf8')
          .replaceAll('${filename}', () => filename),
      ]);
      return { fields: new Map(texts), filename, file: fileBytes(events) };
    }
    if (fields.has(name)) throw invalidArgument('The form holds a field more than once.', name);
    fields.set(name, (current = []));
  }
};
