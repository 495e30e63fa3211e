import * as z from 'zod/mini';
import { AppError } from '#shared/errors.ts';

/** The last row of a page, as far as the next page needs it. No key: those are built from who asks. */
export type Cursor = { readonly createdAt: string; readonly storeId: string; readonly reference: string };


export const encodeCursor = (end: Cursor): string =>
  Buffer.from(JSON.stringify([end.createdAt, end.storeId, end.reference])).toString('base64url');

/** Throws InvalidParameterException for what is no cursor of ours. */
export const decodeCursor = (text: string): Cursor => {
  const parsed = parts.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success) throw new AppError('InvalidParameterException', { problems: [{ path: 'cursor', rule: 'pattern' }] });
  const [createdAt, storeId, reference] = parsed.data;
  return { createdAt, storeId, reference };
};

const part = z.string().check(z.minLength(1), z.maxLength(200));
const parts = z.tuple([part, part, part]);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
