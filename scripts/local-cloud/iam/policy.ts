import * as z from 'zod/mini';

const oneOrMore = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => [value].flat()),
);
const conditionValue = z.pipe(
  z.union([z.string(), z.boolean(), z.number(), z.array(z.union([z.string(), z.boolean(), z.number()]))]),
  z.transform((value) => [value].flat().map(String)),
);

const statement = z.strictObject({
  Sid: z.optional(z.string()),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
  Principal: z.optional(z.union([z.literal('*'), z.record(z.string(), oneOrMore)])),
  Condition: z.optional(z.record(z.string(), z.record(z.string(), conditionValue))),
});
export type Statement = z.output<typeof statement>;

/** A policy document as templates hold it. */
export const policyDocument = z.object({
  Version: z.optional(z.string()),
  Statement: z.pipe(
    z.union([statement, z.array(statement)]),
    z.transform((value) => [value].flat()),
  ),
});
