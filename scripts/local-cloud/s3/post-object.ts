import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { parseCredential, sameSignature, sign } from '../sigv4.ts';
import { accessDenied, invalidArgument, notImplemented, S3Error } from './s3-error.ts';

type Fields = ReadonlyMap<string, string>;

/** A browser's upload: the fields before the file (names in lower case), and the file. */
type PostForm = { readonly fields: Fields; readonly file: Buffer };

/** Reads a form. Of a field that comes twice the last is what the policy checks and what is used; S3 ignores those that follow the file. */
export const readPostForm = async (req: IncomingMessage): Promise<PostForm> => {
  const headers = { 'content-type': req.headers['content-type'] ?? '' };
  const form = await new Response(await buffer(req), { headers }).formData().catch(() => {
    throw new S3Error(400, 'MalformedPOSTRequest', 'The body of your POST request is no multipart/form-data.');
  });
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (name === 'file') return { fields, file: Buffer.from(await new Blob([value]).arrayBuffer()) };
    fields.set(name.toLowerCase(), String(value));
  }
  throw new S3Error(400, 'IncorrectNumberOfFilesInPostRequest', 'POST requires exactly one file upload per request.');
};

const exactField = z.pipe(
  z.record(z.string(), z.string()).check(z.refine((condition) => Object.keys(condition).length === 1)),
  z.transform((condition) => {
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

const required = (fields: Fields, name: string): string => {
  const value = fields.get(name);
  if (value) return value;
  throw invalidArgument(
    `Bucket POST must contain a field named '${name}'. If it is specified, please check the order of the fields.`,
  );
};

type SecretOf = (accessKeyId: string) => string | undefined;

/** Who signed the policy; the signature covers the field's text as it came. */
const signerOf = (fields: Fields, policy: string, secretOf: SecretOf): string => {
  const credential = parseCredential(required(fields, 'x-amz-credential'));
  const secret = credential && secretOf(credential.accessKeyId);
  if (!credential || secret === undefined)
    throw new S3Error(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
  if (!sameSignature(sign(policy, credential, secret), required(fields, 'x-amz-signature')))
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  return credential.accessKeyId;
};

const checkConditions = ({ expiration, conditions }: Policy, fields: Fields, size: number, now: number): void => {
  const refused = (why: string): S3Error => accessDenied(`Invalid according to Policy: ${why}`);
  if (now >= Date.parse(expiration)) throw refused('Policy expired.');
  const exact = conditions.filter((condition) => 'field' in condition);
  for (const { field, value } of exact)
    if (fields.get(field) !== value) throw refused(`Policy Condition failed: ["eq", "$${field}", "${value}"]`);
  const named = ['x-amz-signature', 'policy', ...exact.map(({ field }) => field)];
  const extra = [...fields.keys()].filter((name) => !named.includes(name));
  if (extra.length > 0) throw refused(`Extra input fields: ${extra.join(', ')}`);
  for (const { min, max } of conditions.filter((condition) => 'min' in condition)) {
    if (size > max) throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
    if (size < min)
      throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  }
};

// Whatever else a form can ask for would be lost here.
const understood = /^(key|bucket|content-type|policy|x-amz-(algorithm|credential|date|signature|security-token))$/;

/**
 * Holds a form (its fields' names in lower case, the bucket that of the address) to its policy, as the SDK makes one: each field has an
 * exact value in it. `size` in bytes, `now` in ms. Answers who signed it, and the object's key and type.
 */
export const checkUpload = (given: Fields, bucket: string, size: number, now: number, secretOf: SecretOf) => {
  const key = required(given, 'key');
  const signed = given.get('policy');
  if (!signed) throw accessDenied();
  const accessKeyId = signerOf(given, signed, secretOf);
  const policy = policyDocument.parse(JSON.parse(Buffer.from(signed, 'base64').toString('utf8')));
  checkConditions(policy, new Map([...given, ['bucket', bucket]]), size, now);
  const unknown = [...given.keys()].find((name) => !understood.test(name));
  if (unknown !== undefined) throw notImplemented(`POST Object with the field ${unknown}`);
  return { accessKeyId, key, type: given.get('content-type') || 'binary/octet-stream' };
};
