import { invalidParameter } from './errors.ts';

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
