import * as z from 'zod/mini';
import { existingPool, userShape } from './lookup.ts';
import { invalidParameter, operation } from './operation.ts';

/** `after` is the serial of the last item shown; `of` names the list, so that a token fits no other. */
type Place = { after: number; of: string };

const read = (token: string): Partial<Place> => {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString()) ?? {};
  } catch {
    return {};
  }
};

/** One page of items in the order of their serials, and the token of the next one if there is more. */
export const page = <T>(
  items: Iterable<T>,
  serial: (item: T) => number,
  list: string,
  limit: number,
  token: string | undefined,
) => {
  const place = token === undefined ? { after: -1, of: list } : read(token);
  const { after } = place;
  if (typeof after !== 'number' || place.of !== list) throw invalidParameter('Invalid pagination token.');
  const rest = [...items].filter((item) => serial(item) > after);
  const shown = rest.slice(0, limit);
  const last = shown.at(-1);
  if (last === undefined || rest.length <= limit) return { shown, next: undefined };
  const next = JSON.stringify({ after: serial(last), of: list } satisfies Place);
  return { shown, next: Buffer.from(next).toString('base64url') };
};

export const Limit = z.optional(z.int().check(z.minimum(0), z.maximum(60)));
/** The most of anything on one page, and the default. */
export const wholePage = 60;

export const ListUsers = operation(
  'signed',
  z.strictObject({
    UserPoolId: z.string(),
    Limit,
    PaginationToken: z.optional(z.string().check(z.minLength(1))),
  }),
  (world, { UserPoolId, Limit: limit, PaginationToken }) => {
    const pool = existingPool(world, UserPoolId);
    const list = `users ${UserPoolId}`;
    const all = [...pool.users.values()];
    const { shown, next } = page(all, (user) => user.serial, list, limit || wholePage, PaginationToken);
    return { Users: shown.map(userShape), PaginationToken: next };
  },
);
