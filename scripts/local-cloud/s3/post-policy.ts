import * as z from 'zod/mini';
import { accessDenied, S3Error } from './s3-error.ts';

type FieldCondition = { field: string; value: string };

/** What a presigned POST may upload: `expiration` in ms, sizes in bytes, field names in lower case. */
export type PostPolicy = { expiration: number; fields: FieldCondition[]; minSize: number; maxSize: number };

/** S3's own limit for a single upload. */
const maxUpload = 5 * 1024 ** 3;

const exactField = z.pipe(
  z.record(z.string(), z.string()).check(z.refine((condition) => Object.keys(condition).length === 1)),
  z.transform((condition): FieldCondition => {
    const [[field, value] = ['', '']] = Object.entries(condition);
    return { field: field.toLowerCase(), value };
  }),
);

const sizeRange = z.pipe(
  z.tuple([z.literal('content-length-range'), z.number(), z.number()]),
  z.transform(([, min, max]) => ({ min, max })),
);

const policyDocument = z.strictObject({
  expiration: z.iso.datetime(),
  conditions: z.array(z.union([sizeRange, exactField])),
});

const readJson = (base64: string): unknown => {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString('utf8'));
  } catch {
    throw new S3Error(400, 'InvalidPolicyDocument', 'Invalid Policy: Invalid JSON.');
  }
};

/** Reads the form's `policy` field; its signature is checked before, over the same text. */
export const parsePolicy = (base64: string): PostPolicy => {
  const parsed = z.safeParse(policyDocument, readJson(base64));
  if (!parsed.success)
    throw new S3Error(400, 'InvalidPolicyDocument', `Invalid Policy: ${z.prettifyError(parsed.error)}`);
  const { expiration, conditions } = parsed.data;
  const ranges = conditions.filter((condition) => 'min' in condition);
  return {
    expiration: Date.parse(expiration),
    fields: conditions.filter((condition) => 'field' in condition),
    minSize: Math.max(0, ...ranges.map(({ min }) => min)),
    maxSize: Math.min(maxUpload, ...ranges.map(({ max }) => max)),
  };
};

const needsCondition = (field: string): boolean =>
  !['x-amz-signature', 'policy', 'file'].includes(field) && !field.startsWith('x-ignore-');

/** Holds the form's fields (names in lower case, the bucket of the address among them) to the policy; sizes are checked while reading. */
export const checkPolicy = (policy: PostPolicy, fields: ReadonlyMap<string, string>, now: number): void => {
  const refused = (why: string): S3Error => accessDenied(`Invalid according to Policy: ${why}`);
  if (now >= policy.expiration) throw refused('Policy expired.');
  for (const { field, value } of policy.fields)
    if (fields.get(field) !== value) throw refused(`Policy Condition failed: ["eq", "$${field}", "${value}"]`);
  const covered = new Set(policy.fields.map(({ field }) => field));
  const extra = [...fields.keys()].filter((field) => needsCondition(field) && !covered.has(field));
  if (extra.length > 0) throw refused(`Extra input fields: ${extra.join(', ')}`);
};
