import * as z from 'zod/mini';

export type BusEvent = {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: unknown;
};

type Pattern = readonly string[] | { readonly [name: string]: Pattern };
const texts = z.array(z.string()).check(z.minLength(1));
const pattern: z.ZodMiniType<Pattern> = z.lazy(() =>
  z.union([texts, z.record(z.string().check(z.regex(/^[^$]/)), pattern)]),
);

// Where an event holds a list, one value of it is enough.
const matches = (wanted: Pattern, value: unknown): boolean => {
  if (Array.isArray(wanted)) return [value].flat().some((each) => wanted.includes(each));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(wanted).every(([name, inner]) => matches(inner, (value as Record<string, unknown>)[name]));
};

/** A rule's event pattern: exact texts, at any depth. Throws, by place, for what else AWS's patterns can do. */
export const compilePattern = (given: unknown): ((event: BusEvent) => boolean) => {
  const { data: wanted, error } = pattern.safeParse(given);
  if (!wanted) throw new Error(`the local cloud does not know this pattern: ${z.prettifyError(error)}`);
  return (event) => matches(wanted, event);
};
