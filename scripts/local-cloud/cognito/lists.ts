import * as z from 'zod/mini';
import { checkGroup, existingPool, invalidParameter, operation, userShape } from './operation.ts';
import type { User } from './state.ts';

/** `after` is the serial of the last item shown; `of` names the list, so that a token fits no other. */
type Place = { after: number; of: string };

const read = (token: string): Partial<Place> => {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString()) ?? {};
  } catch {
    return {};
  }
};

const wholePage = 60;

/** One page of users in the order of their making, and the token of the next one if there is more. */
const page = (users: Iterable<User>, list: string, limit: number | undefined, token: string | undefined) => {
  const from = token === undefined ? { after: -1, of: list } : read(token);
  const { after } = from;
  if (typeof after !== 'number' || from.of !== list) throw invalidParameter('Invalid pagination token.');
  const rest = [...users].filter(({ serial }) => serial > after);
  const shown = rest.slice(0, limit || wholePage);
  const last = shown.at(-1);
  const place = last && rest.length > shown.length && { after: last.serial, of: list };
  const next = place && Buffer.from(JSON.stringify(place satisfies Place)).toString('base64url');
  return { Users: shown.map(userShape), next };
};

const Limit = z.optional(z.int().check(z.minimum(0), z.maximum(60)));

export const lists = {
  ListUsers: operation(
    'signed',
    z.strictObject({
      UserPoolId: z.string(),
      Limit,
      PaginationToken: z.optional(z.string().check(z.minLength(1))),
    }),
    (world, { UserPoolId, Limit: limit, PaginationToken }) => {
      const { users } = existingPool(world, UserPoolId);
      const { Users, next } = page(users.values(), `users ${UserPoolId}`, limit, PaginationToken);
      return { Users, PaginationToken: next };
    },
  ),

  ListUsersInGroup: operation(
    'signed',
    z.strictObject({ UserPoolId: z.string(), GroupName: z.string(), Limit, NextToken: z.optional(z.string()) }),
    (world, { UserPoolId, GroupName, Limit: limit, NextToken }) => {
      const pool = existingPool(world, UserPoolId);
      checkGroup(pool, GroupName);
      const members = [...pool.users.values()].filter(({ groups }) => groups.includes(GroupName));
      const { Users, next } = page(members, `members of ${UserPoolId} ${GroupName}`, limit, NextToken);
      return { Users, NextToken: next };
    },
  ),
};
