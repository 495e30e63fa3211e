import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { AppError } from '#shared/errors.ts';
import { instant, storeId } from '#shared/fields.ts';
import { parseJson } from '#shared/parse-json.ts';

/** What a cursor belongs to: region, store, filter, search. */
export type CursorScope = readonly (string | undefined)[];

/** InvalidParameterException: no cursor of ours, or one of another list, filter or search. */
export const badCursor = () =>
  new AppError('InvalidParameterException', { problems: [{ path: 'cursor', rule: 'pattern' }] });

const envelope = z.tuple([z.string(), z.unknown()]);

/** Cursors of one kind. They hold where a page ended and for which question, but no owner: keys are built from who asks. */
export const cursorOf = <Position>(kind: string, position: z.ZodMiniType<Position>) => {
  const scopeHash = (scope: CursorScope) =>
    createHash('sha256')
      .update(JSON.stringify([kind, ...scope]))
      .digest('base64url')
      .slice(0, 10);
  return {
    encode: (scope: CursorScope, end: Position): string =>
      Buffer.from(JSON.stringify([scopeHash(scope), position.parse(end)])).toString('base64url'),
    /** Throws badCursor. */
    decode: (scope: CursorScope, text: string): Position => {
      const opened = envelope.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
      if (!opened.success || opened.data[0] !== scopeHash(scope)) throw badCursor();
      const end = position.safeParse(opened.data[1]);
      if (!end.success) throw badCursor();
      return end.data;
    },
  };
};

// DynamoDB takes no empty key and no half of a surrogate pair.
export const keyText = z.string().check(
  z.minLength(1),
  z.refine((text) => text.isWellFormed()),
);

/** The last row of a page by time; `reference` is its sort key. */
export const timeCursor = cursorOf('time', z.object({ createdAt: instant, storeId, reference: keyText }));

/** The last term of a page of a search. */
export const searchCursor = cursorOf('search', z.object({ term: keyText }));
