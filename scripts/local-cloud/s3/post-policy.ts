import * as z from 'zod/mini';
import { accessDenied, S3Error } from './s3-error.ts';

type FieldCondition = { match: 'eq' | 'starts-with'; field: string; value: string };

/** What a presigned POST may upload: `expiration` in ms, sizes in bytes, field names in lower case. */
export type PostPolicy = { expiration: number; fields: FieldCondition[]; minSize: number; maxSize: number };

/** S3's own limit for a single upload. */
const maxUpload = 5 * 1024 ** 3;

const fieldOperator = z.pipe(
  z.tuple([z.enum(['eq', 'starts-with']), z.string().check(z.regex(/^\$.+/)), z.string()]),
  z.transform(([match, field, value]): FieldCondition => ({ match, field: field.slice(1).toLowerCase(), value })),
);

const exactField = z.pipe(
  z.record(z.string(), z.string()).check(z.refine((condition) => Object.keys(condition).length === 1)),
  z.transform((condition): FieldCondition => {
    const [[field, value] = ['', '']] = Object.entries(condition);
    return { match: 'eq', field: field.toLowerCase(), value };
  }),
);

const size = z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d+$/))]), z.transform(Number));

const sizeRange = z.pipe(
  z.tuple([z.literal('content-length-range'), size, size]),
  z.transform(([, min, max]) => ({ min, max })),
);

const policyDocument = z.strictObject({
  expiration: z.iso.datetime(),
  conditions: z.array(z.union([fieldOperator, sizeRange, exactField])),
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

const satisfies = ({ match, field, value }: FieldCondition, sent: string | undefined): boolean => {
  if (sent === undefined) return false;
  if (match === 'eq') return sent === value;
  // S3 reads a Content-Type with commas as a list, each of which must begin so.
  const values = field === 'content-type' ? sent.split(',') : [sent];
  return values.every((one) => one.startsWith(value));
};

const needsCondition = (field: string): boolean =>
  !['x-amz-signature', 'policy', 'file'].includes(field) && !field.startsWith('x-ignore-');

/** Holds the form's fields (names in lower case, the bucket of the address among them) to the policy; sizes are checked while reading. */
export const checkPolicy = (policy: PostPolicy, fields: ReadonlyMap<string, string>, now: number): void => {
  const refused = (why: string): S3Error => accessDenied(`Invalid according to Policy: ${why}`);
  if (now >= policy.expiration) throw refused('Policy expired.');
  for (const condition of policy.fields) {
    const { match, field, value } = condition;
    if (!satisfies(condition, fields.get(field)))
      throw refused(`Policy Condition failed: ["${match}", "$${field}", "${value}"]`);
  }
  const covered = new Set(policy.fields.map(({ field }) => field));
  const extra = [...fields.keys()].filter((field) => needsCondition(field) && !covered.has(field));
  if (extra.length > 0) throw refused(`Extra input fields: ${extra.join(', ')}`);
};
