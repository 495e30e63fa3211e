import * as z from 'zod/mini';
import { AppError } from '#shared/errors.ts';
import { instant, storeId } from '#shared/fields.ts';
import { parseJson } from '#lambdas/lib/parse-json.ts';

/** The last row of a page, as far as the next page needs it. No key: those are built from who asks. */
export type Cursor = { readonly createdAt: string; readonly storeId: string; readonly reference: string };


export const encodeCursor = (end: Cursor): string =>
  Buffer.from(JSON.stringify([end.createdAt, end.storeId, end.reference])).toString('base64url');

/** Throws InvalidParameterException for what is no cursor of ours. */
export const decodeCursor = (text: string): Cursor => {
  const parsed = parts.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success) throw new AppError('InvalidParameterException', { problems: [{ path: 'cursor', rule: 'pattern' }] });
  const [createdAt, store, normalised] = parsed.data;
  return { createdAt, storeId: store, reference: normalised };
};

// DynamoDB takes no half of a surrogate pair.
const reference = z.string().check(z.minLength(1), z.maxLength(200), z.refine((text) => text.isWellFormed()));
const parts = z.tuple([instant, storeId, reference]);
