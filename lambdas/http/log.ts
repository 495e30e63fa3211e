/** What a log line may hold. Nothing else is ever written: no address, no serial number, no token, no body. */
type LogFields = {
  readonly requestId?: string;
  readonly route?: string;
  readonly region?: string;
  readonly status?: number;
  readonly code?: string;
  readonly durationMs?: number;
  readonly sub?: string;
  readonly store?: string;
  /** Which fields failed which rules: `path:rule`, with spaces between. */
  readonly problems?: string;
  /** An address that somebody typed who was refused: a keyed hash, which only operators can compute. */
  readonly address?: string;
  /** Where a sign-in came from: the IP address as a keyed hash. */
  readonly source?: string;
  readonly traceId?: string;
  readonly cloudFrontId?: string;
  readonly look?: string;
  readonly event?: string;
  readonly eventId?: string;
  readonly counts?: Readonly<Record<string, number>>;
  readonly error?: ErrorFields;
};

type ErrorFields = {
  readonly name: string;
  readonly at: readonly string[];
  readonly awsRequestId?: string;
  readonly cause?: ErrorFields;
};

export type Log = (level: 'info' | 'warn' | 'error', message: string, fields?: LogFields) => void;

/** One JSON object per line, as CloudWatch Logs Insights reads it; to standard output unless told otherwise. */
export const jsonLog =
  (write: (line: string) => unknown = (line) => process.stdout.write(`${line}\n`)): Log =>
  (level, message, fields = {}) =>
    write(JSON.stringify({ level, message, ...fields }));

/** The stack after the message, which may hold lines that look like frames. */
const framesOf = ({ stack = '', message }: Error) => stack.slice(stack.indexOf(message) + message.length);

/** An error without its message, which may repeat what a user typed. */
export const errorFields = (error: unknown): ErrorFields => {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const awsRequestId = (error as { $metadata?: { requestId?: string } }).$metadata?.requestId;
  return {
    name: error.name,
    at: framesOf(error)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('at '))
      .slice(0, 8),
    ...(awsRequestId && { awsRequestId }),
    ...(error.cause !== undefined && { cause: errorFields(error.cause) }),
  };
};
