import { once } from 'node:events';
import { Busboy } from '@fastify/busboy';
import { invalidArgument, S3Error } from './s3-error.ts';

/** A browser's upload: the fields before the file (names in lower case), then the file's bytes as they arrive. */
export type PostForm = { fields: ReadonlyMap<string, string>; file: AsyncIterable<Buffer> };

/** Bytes of all the fields that may precede the file. */
const maxFields = 20_000;

const wrongFileCount = (): S3Error =>
  new S3Error(400, 'IncorrectNumberOfFilesInPostRequest', 'POST requires exactly one file upload per request.');

const malformed = (reason: string): S3Error =>
  new S3Error(
    400,
    'MalformedPOSTRequest',
    `The body of your POST request is not well-formed multipart/form-data. ${reason}`,
  );

const asS3Error = (error: unknown): unknown =>
  error instanceof S3Error ? error : malformed(error instanceof Error ? error.message : '');

/** Whether a body is a form with a file, by its Content-Type. */
export const isMultipart = (contentType: string | undefined): contentType is string =>
  /^multipart\/form-data\s*;(.*;)?\s*boundary=./i.test(contentType ?? '');

/** Reads a form as it arrives; throws what is wrong with it, also while the file is read. Each field may come only once, so that what the policy checks is what is used. */
export const readPostForm = async <T>(
  contentType: string,
  body: AsyncIterable<Buffer>,
  read: (form: PostForm) => Promise<T>,
): Promise<T> => {
  const busboy = new Busboy({
    headers: { 'content-type': contentType },
    isPartAFile: (name) => name?.toLowerCase() === 'file',
    limits: { fieldSize: maxFields + 1, headerSize: 16_384 },
  });
  const abandoned = new AbortController();
  const fields = new Map<string, string>();
  let size = 0;
  let files = 0;

  const form = Promise.withResolvers<PostForm>();
  const whole = Promise.withResolvers<void>();
  const fail = (error: unknown) => {
    form.reject(asS3Error(error));
    whole.reject(asS3Error(error));
    abandoned.abort(asS3Error(error));
  };
  // Whoever uses the form waits for one or the other.
  form.promise.catch(() => {});
  whole.promise.catch(() => {});

  busboy.on('field', (given: string | undefined, value) => {
    // S3 ignores the fields that follow the file.
    if (files > 0) return;
    if (given === undefined) return fail(malformed('A part has no name.'));
    const name = given.toLowerCase();
    size += name.length + Buffer.byteLength(value);
    if (size > maxFields)
      return fail(
        new S3Error(
          400,
          'MaxPostPreDataLengthExceeded',
          'Your POST request fields preceding the upload file were too large.',
        ),
      );
    if (fields.has(name)) return fail(invalidArgument('The form holds a field more than once.', name));
    fields.set(name, value);
  });

  busboy.on('file', (_, stream) => {
    files += 1;
    if (files > 1) {
      stream.resume();
      return fail(wrongFileCount());
    }
    const file = async function* (): AsyncGenerator<Buffer, void> {
      try {
        yield* stream;
      } catch (error) {
        throw asS3Error(abandoned.signal.aborted ? abandoned.signal.reason : error);
      }
      await whole.promise;
    };
    form.resolve({ fields: new Map(fields), file: file() });
    stream.on('error', () => {});
    abandoned.signal.addEventListener('abort', () => stream.destroy(new Error('The form is no longer read.')));
  });
  busboy.on('error', fail);
  busboy.on('finish', () => {
    form.reject(wrongFileCount());
    whole.resolve();
  });

  const give = async (chunk: Buffer) => {
    // What the sender still has to say after a refusal is dropped, so that it comes to reading the answer.
    if (abandoned.signal.aborted || busboy.write(chunk)) return;
    await once(busboy, 'drain', { signal: abandoned.signal }).catch(() => {});
  };
  const giveAll = async () => {
    for await (const chunk of body) await give(chunk);
    busboy.end();
  };
  void giveAll().catch(fail);
  try {
    return await read(await form.promise);
  } finally {
    abandoned.abort();
  }
};
