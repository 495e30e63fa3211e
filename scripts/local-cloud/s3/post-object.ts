import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { readUpTo } from '../servers.ts';
import { ALGORITHM, parseCredential, sameSignature, sign } from '../sigv4.ts';
import { accessDenied, invalidArgument, notImplemented, S3Error } from './s3-error.ts';

type Fields = ReadonlyMap<string, string>;

/** A browser's upload: the fields before the file (names in lower case), and the file. */
type PostForm = { readonly fields: Fields; readonly file: Buffer };

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

type FieldCondition = { field: string; value: string };

const exactField = z.pipe(
  z.record(z.string(), z.string()).check(z.refine((condition) => Object.keys(condition).length === 1)),
  z.transform((condition): FieldCondition => {
    const [[field, value] = ['', '']] = Object.entries(condition);
    return { field: field.toLowerCase(), value };
  }),
);

/** Bytes of the file, least and most. */
const sizeRange = z.pipe(
  z.tuple([z.literal('content-length-range'), z.number(), z.number()]),
  z.transform(([, min, max]) => ({ min, max })),
);

const policyDocument = z.strictObject({
  expiration: z.iso.datetime(),
  conditions: z.array(z.union([sizeRange, exactField])),
});
type Policy = z.output<typeof policyDocument>;

const parsePolicy = (base64: string): Policy => {
  try {
    return policyDocument.parse(JSON.parse(Buffer.from(base64, 'base64').toString('utf8')));
  } catch (error) {
    throw new S3Error(400, 'InvalidPolicyDocument', `Invalid Policy: ${String(error)}`);
  }
};

const required = (fields: Fields, name: string): string => {
  const value = fields.get(name);
  if (value) return value;
  throw invalidArgument(
    `Bucket POST must contain a field named '${name}'. If it is specified, please check the order of the fields.`,
  );
};

export type Signers = { readonly region: string; readonly secretOf: (accessKeyId: string) => string | undefined };

/** Who signed the policy; the signature covers the field's text as it came. */
const signerOf = (fields: Fields, { region, secretOf }: Signers): string => {
  if (!fields.has('policy')) throw accessDenied();
  if (required(fields, 'x-amz-algorithm') !== ALGORITHM)
    throw invalidArgument(`X-Amz-Algorithm only supports "${ALGORITHM}"`);
  const credential = parseCredential(required(fields, 'x-amz-credential'));
  if (credential?.service !== 's3' || credential.region !== region)
    throw invalidArgument(`The credential is not for S3 in ${region}.`);
  const secret = secretOf(credential.accessKeyId);
  if (secret === undefined)
    throw new S3Error(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
  const expected = sign(required(fields, 'policy'), credential, secret);
  const isSigned = sameSignature(expected, required(fields, 'x-amz-signature'));
  if (!isSigned || !required(fields, 'x-amz-date').startsWith(credential.date))
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  return credential.accessKeyId;
};

const needsCondition = (field: string): boolean =>
  !['x-amz-signature', 'policy', 'file'].includes(field) && !field.startsWith('x-ignore-');

const checkConditions = ({ expiration, conditions }: Policy, fields: Fields, size: number, now: number): void => {
  const refused = (why: string): S3Error => accessDenied(`Invalid according to Policy: ${why}`);
  if (now >= Date.parse(expiration)) throw refused('Policy expired.');
  const exact = conditions.filter((condition) => 'field' in condition);
  for (const { field, value } of exact)
    if (fields.get(field) !== value) throw refused(`Policy Condition failed: ["eq", "$${field}", "${value}"]`);
  const extra = [...fields.keys()].filter((name) => needsCondition(name) && !exact.some(({ field }) => field === name));
  if (extra.length > 0) throw refused(`Extra input fields: ${extra.join(', ')}`);
  for (const { min, max } of conditions.filter((condition) => 'min' in condition)) {
    if (size > max) throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
    if (size < min)
      throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  }
};

// Whatever else a form can ask for would be lost here.
const understood =
  /^(key|bucket|content-type|policy|x-ignore-.*|x-amz-(algorithm|credential|date|signature|security-token))$/;

/**
 * Holds a form (its fields' names in lower case, the bucket that of the address) to its policy; `size` in bytes, `now` in ms.
 * Answers who signed it, and the object's key and type.
 */
export const checkUpload = (given: Fields, bucket: string, size: number, now: number, signers: Signers) => {
  const key = required(given, 'key');
  const accessKeyId = signerOf(given, signers);
  const policy = parsePolicy(required(given, 'policy'));
  // A form that names another bucket than its address could only mean to deceive.
  if ((given.get('bucket') ?? bucket) !== bucket)
    throw accessDenied('Invalid according to Policy: Policy Condition failed: the bucket is not that of the address');
  checkConditions(policy, new Map([...given, ['bucket', bucket]]), size, now);
  const unknown = [...given.keys()].find((name) => !understood.test(name));
  if (unknown !== undefined) throw notImplemented(`POST Object with the field ${unknown}`);
  const type = given.get('content-type') || 'binary/octet-stream';
  // As Node accepts a header's value.
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(type)) throw invalidArgument('The content-type cannot be sent as a header.');
  return { accessKeyId, key, type };
};
