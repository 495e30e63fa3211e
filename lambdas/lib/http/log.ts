/** Fields allowed in a log line. Email and IP addresses, serial numbers, tokens and bodies are never logged. */
type LogFields = {
  readonly requestId?: string;
  readonly route?: string;
  readonly region?: string;
  readonly status?: number;
  readonly code?: string;
  readonly durationMs?: number;
  readonly sub?: string;
  readonly store?: string;
  /** Failed validation rules as `path:rule`, separated by spaces. */
  readonly problems?: string;
  /** Email address of a rejected sign-in, as a keyed hash that only operators can compute. */
  readonly address?: string;
  /** Source IP address of a sign-in, as a keyed hash. */
  readonly source?: string;
  readonly traceId?: string;
  readonly cloudFrontId?: string;
  /** Name of the canary's probe. */
  readonly look?: string;
  readonly event?: string;
  readonly eventId?: string;
  readonly counts?: Readonly<Record<string, number>>;
  readonly error?: ErrorFields;
};

type ErrorFields = {
  readonly name: string;
  /** First frames of the stack. */
  readonly at: readonly string[];
  readonly awsRequestId?: string;
  readonly cause?: ErrorFields;
};

export type Log = (level: 'info' | 'warn' | 'error', message: string, fields?: LogFields) => void;

/** Creates a logger that writes one JSON object per line, for CloudWatch Logs Insights; to standard output by default. */
export const jsonLog =
  (write: (line: string) => unknown = (line) => process.stdout.write(`${line}\n`)): Log =>
  (level, message, fields = {}) =>
    write(JSON.stringify({ level, message, ...fields }));

/** Returns the stack without the message, which may contain lines that look like frames. */
const readFrames = ({ stack = '', message }: Error) => stack.slice(stack.indexOf(message) + message.length);

/** Returns an error's log fields without its message, which may contain user input. */
export const errorFields = (error: unknown): ErrorFields => {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const awsRequestId = (error as { $metadata?: { requestId?: string } }).$metadata?.requestId;
  return {
    name: error.name,
    at: readFrames(error)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('at '))
      .slice(0, 8),
    ...(awsRequestId && { awsRequestId }),
    ...(error.cause !== undefined && { cause: errorFields(error.cause) }),
  };
};
