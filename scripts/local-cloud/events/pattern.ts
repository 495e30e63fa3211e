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

// A list in an event matches if one of its values does.
const matches = (expected: Pattern, value: unknown): boolean => {
  if (Array.isArray(expected)) return [value].flat().some((candidate) => expected.includes(candidate));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(expected).every(([name, inner]) => matches(inner, (value as Record<string, unknown>)[name]));
};

/**
 * Compiles a rule's event pattern, which supports exact strings at any depth. Throws for other kinds of matching with
 * an error that names the position.
 */
export const compilePattern = (input: unknown): ((event: BusEvent) => boolean) => {
  const { data: expected, error } = pattern.safeParse(input);
  if (!expected) throw new Error(`the local cloud does not know this pattern: ${z.prettifyError(error)}`);
  return (event) => matches(expected, event);
};
