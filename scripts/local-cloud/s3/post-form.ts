import type { IncomingMessage } from 'node:http';
import { readUpTo } from '../servers.ts';
import { invalidArgument, S3Error } from './s3-error.ts';

/** A browser's upload: the fields before the file (names in lower case), and the file. */
export type PostForm = { readonly fields: ReadonlyMap<string, string>; readonly file: Buffer };

/** Bytes of all the fields that may precede the file. */
const maxFields = 20_000;
/** Bytes of a whole form; the server behind takes objects of 11 MiB. */
const maxForm = 12 * 1024 * 1024;

const wrongFileCount = () =>
  new S3Error(400, 'IncorrectNumberOfFilesInPostRequest', 'POST requires exactly one file upload per request.');

const parse = async (contentType: string, body: Buffer<ArrayBuffer>): Promise<[string, File | string][]> => {
  try {
    const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
    return [...form].map(([name, value]) => [name.toLowerCase(), value]);
  } catch {
    throw new S3Error(
      400,
      'MalformedPOSTRequest',
      'The body of your POST request is not well-formed multipart/form-data.',
    );
  }
};

/** Reads a form. Each field may come only once, so that what the policy checks is what is used; S3 ignores those that follow the file. */
export const readPostForm = async (req: IncomingMessage): Promise<PostForm> => {
  const contentType = req.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;(.*;)?\s*boundary=./i.test(contentType))
    throw new S3Error(412, 'PreconditionFailed', 'Bucket POST must be of the enclosure-type multipart/form-data');
  const body = await readUpTo(req, maxForm);
  if (!body) throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
  const entries = await parse(contentType, body);
  const files = entries.filter(([name]) => name === 'file');
  const [[, file] = []] = files;
  if (file === undefined || files.length > 1) throw wrongFileCount();

  const fields = new Map<string, string>();
  let size = 0;
  for (const [name, value] of entries.slice(
    0,
    entries.findIndex(([each]) => each === 'file'),
  )) {
    if (typeof value !== 'string') throw wrongFileCount();
    size += name.length + Buffer.byteLength(value);
    if (fields.has(name)) throw invalidArgument(`The form holds the field ${name} more than once.`);
    fields.set(name, value);
  }
  if (size > maxFields)
    throw new S3Error(
      400,
      'MaxPostPreDataLengthExceeded',
      'Your POST request fields preceding the upload file were too large.',
    );
  return { fields, file: typeof file === 'string' ? Buffer.from(file) : Buffer.from(await file.arrayBuffer()) };
};
