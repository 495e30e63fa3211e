import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { parseCredential, isSameSignature, signPolicy } from '../sigv4.ts';
import { accessDenied, invalidArgument, notImplemented, S3Error } from './s3-error.ts';

type Fields = ReadonlyMap<string, string>;

/** Browser upload: the fields before the file (names in lower case), and the file. */
type PostForm = { readonly fields: Fields; readonly file: Buffer };

/**
 * Reads an upload form. If a field is repeated, the last value is checked and used; like S3, ignores fields after the
 * file.
 */
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

/** Minimum and maximum file size in bytes. */
const sizeRange = z.pipe(
  z.tuple([z.literal('content-length-range'), z.number(), z.number()]),
  z.transform(([, min, max]) => ({ min, max })),
);

const policyDocument = z.strictObject({
  expiration: z.iso.datetime(),
  conditions: z.array(z.union([sizeRange, exactField])),
});
type Policy = z.output<typeof policyDocument>;

const requireField = (fields: Fields, name: string): string => {
  const value = fields.get(name);
  if (value) return value;
  throw invalidArgument(
    `Bucket POST must contain a field named '${name}'. If it is specified, please check the order of the fields.`,
  );
};

type FindSecretKey = (accessKeyId: string) => string | undefined;

/** Returns the access key that signed the policy; the signature covers the field's text exactly as it was sent. */
const verifySigner = (fields: Fields, policy: string, findSecretKey: FindSecretKey): string => {
  const credential = parseCredential(requireField(fields, 'x-amz-credential'));
  const secret = credential && findSecretKey(credential.accessKeyId);
  if (!credential || secret === undefined)
    throw new S3Error(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
  if (!isSameSignature(signPolicy(policy, credential, secret), requireField(fields, 'x-amz-signature')))
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  return credential.accessKeyId;
};

const checkConditions = ({ expiration, conditions }: Policy, fields: Fields, size: number, now: number): void => {
  const createPolicyViolation = (reason: string): S3Error => accessDenied(`Invalid according to Policy: ${reason}`);
  if (now >= Date.parse(expiration)) throw createPolicyViolation('Policy expired.');
  const exactConditions = conditions.filter((condition) => 'field' in condition);
  for (const { field, value } of exactConditions)
    if (fields.get(field) !== value)
      throw createPolicyViolation(`Policy Condition failed: ["eq", "$${field}", "${value}"]`);
  const allowedFields = ['x-amz-signature', 'policy', ...exactConditions.map(({ field }) => field)];
  const extraFields = [...fields.keys()].filter((name) => !allowedFields.includes(name));
  if (extraFields.length > 0) throw createPolicyViolation(`Extra input fields: ${extraFields.join(', ')}`);
  for (const { min, max } of conditions.filter((condition) => 'min' in condition)) {
    if (size > max) throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
    if (size < min)
      throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  }
};

// Fields that are emulated. Any other is rejected, because ignoring it would lose what it asks for.
const supportedFields = /^(key|bucket|content-type|policy|x-amz-(algorithm|credential|date|signature|security-token))$/;

/**
 * Checks an upload form against its policy, in which each field must have an exact value as in the SDK's policies.
 * Field names are in lower case and the bucket is that of the URL; `size` in bytes, `now` in ms. Returns the
 * signer's access key, and the object's key and type.
 */
export const checkUpload = (
  fields: Fields,
  bucket: string,
  size: number,
  now: number,
  findSecretKey: FindSecretKey,
) => {
  const key = requireField(fields, 'key');
  const encodedPolicy = fields.get('policy');
  if (!encodedPolicy) throw accessDenied();
  const accessKeyId = verifySigner(fields, encodedPolicy, findSecretKey);
  const policy = policyDocument.parse(JSON.parse(Buffer.from(encodedPolicy, 'base64').toString('utf8')));
  checkConditions(policy, new Map([...fields, ['bucket', bucket]]), size, now);
  const unsupportedField = [...fields.keys()].find((name) => !supportedFields.test(name));
  if (unsupportedField !== undefined) throw notImplemented(`POST Object with the field ${unsupportedField}`);
  return { accessKeyId, key, type: fields.get('content-type') || 'binary/octet-stream' };
};
