import * as z from 'zod/mini';
import { ServiceError } from '../aws-json.ts';

/** As AWS documents PutEvents: so many events a call, so many bytes all together. */
const limits = { entries: 10, bytes: 262_144, detailType: 128, source: 256 };

const entry = z.looseObject({
  Source: z.optional(z.string()),
  DetailType: z.optional(z.string()),
  Detail: z.optional(z.string()),
  EventBusName: z.optional(z.string()),
  Resources: z.optional(z.array(z.string())),
  /** Epoch seconds. */
  Time: z.optional(z.number()),
});
export type Entry = z.output<typeof entry>;

const call = z.object({ Entries: z.array(entry) });

/** Why an event isn't taken; the others of its call are. */
type EntryError = { readonly ErrorCode: string; readonly ErrorMessage: string };

export type AcceptedEntry = { readonly source: string; readonly detailType: string; readonly detail: unknown };

const invalid = (parameter: string, reason: string): EntryError => ({
  ErrorCode: 'InvalidArgument',
  ErrorMessage: `Parameter ${parameter} is not valid. Reason: ${reason}`,
});
const bytesOf = ({ Source = '', DetailType = '', Detail = '', Resources = [], Time }: Entry): number =>
  [Source, DetailType, Detail, ...Resources].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    Time === undefined ? 0 : 14,
  );

const refusal = (message: string) => new ServiceError('ValidationException', message);

/** The entries of a call. Throws ValidationException for what makes AWS refuse all of it. */
export const readCall = (body: unknown): readonly Entry[] => {
  const parsed = call.safeParse(body);
  if (!parsed.success) throw refusal(z.prettifyError(parsed.error));
  const { Entries: entries } = parsed.data;
  const tooMany = entries.length > limits.entries;
  if (tooMany || entries.length === 0) {
    const bound = tooMany ? `less than or equal to ${limits.entries}` : 'greater than or equal to 1';
    throw refusal(
      `1 validation error detected: Value at 'entries' failed to satisfy constraint: Member must have length ${bound}`,
    );
  }
  if (entries.reduce((sum, each) => sum + bytesOf(each), 0) > limits.bytes)
    throw refusal('Total size of the entries in the request is over the limit.');
  return entries;
};

const objectIn = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** An entry as the bus takes it, or why it doesn't. */
export const readEntry = ({ Source = '', DetailType = '', Detail = '' }: Entry): AcceptedEntry | EntryError => {
  for (const [name, value, most] of [
    ['Source', Source, limits.source],
    ['DetailType', DetailType, limits.detailType],
    ['Detail', Detail, limits.bytes],
  ] as const) {
    if (value === '') return invalid(name, `${name} is a required argument.`);
    if (value.length > most) return invalid(name, `${name} must be at most ${most} characters long.`);
  }
  if (Source.startsWith('aws.'))
    return { ErrorCode: 'NotAuthorizedForSourceException', ErrorMessage: 'Not authorized for the source.' };
  const detail = objectIn(Detail);
  return detail
    ? { source: Source, detailType: DetailType, detail }
    : { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
};
