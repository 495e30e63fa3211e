/** An event as rules and targets see it. */
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

/** Whether a value of an event matches; an absent one is undefined. */
type Matches = (value: unknown) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);

const refuse = (path: string, what: unknown): never => {
  throw new Error(`the local cloud's event patterns don't know ${JSON.stringify(what)} (at ${path || 'the top'})`);
};

// Where an event holds a list, one value of it is enough.
const someOf = (value: unknown, matches: Matches) =>
  Array.isArray(value) ? value.some(matches) : value !== undefined && matches(value);

const alternative = (given: unknown, path: string): Matches =>
  isPlain(given) ? (value) => someOf(value, (one) => one === given) : refuse(path, given);

const compile = (pattern: Record<string, unknown>, path: string): Matches => {
  const fields = Object.entries(pattern).map(([name, wanted]): [string, Matches] => {
    const here = `${path}${path && '.'}${name}`;
    if (name.startsWith('$')) return refuse(path, name);
    if (isObject(wanted)) return [name, compile(wanted, here)];
    if (!Array.isArray(wanted) || wanted.length === 0) return refuse(here, wanted);
    const alternatives = wanted.map((each) => alternative(each, here));
    return [name, (value) => alternatives.some((matches) => matches(value))];
  });
  const matchesOne: Matches = (value) =>
    fields.every(([name, matches]) => matches(isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined));
  return (value) => (Array.isArray(value) ? value.some(matchesOne) : matchesOne(value));
};

/**
 * A rule's event pattern: exact values, at any depth.
 * Throws, by name and place, for what else AWS's patterns can do.
 */
export const compilePattern = (pattern: unknown): ((event: BusEvent) => boolean) =>
  isObject(pattern) ? compile(pattern, '') : refuse('', pattern);
