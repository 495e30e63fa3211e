import * as z from 'zod/mini';
import { AppError, errorStatus, isErrorCode, validationRules } from '#shared/errors.ts';
import type { ErrorCode } from '#shared/errors.ts';

const ours = z.object({
  error: z.object({
    code: z.string(),
    message: z._default(z.string(), ''),
    requestId: z.optional(z.string()),
    problems: z.optional(
      z.array(z.object({ path: z.string(), rule: z.enum(validationRules), length: z.optional(z.number()) })),
    ),
  }),
});

/** What the gateway answers by itself, before any of our code runs. */
const gateways = z.object({ message: z.string() });

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  403: 'InsufficientAccess',
  404: 'NotFound',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  500: 'InternalServerError',
};

export const isSignedOutCode = (code: ErrorCode) => code === 'MissingCookie' || code === 'ExpiredToken';
export const isSignedOut = (error: unknown) => error instanceof AppError && isSignedOutCode(error.code);

export const isRefused = (error: unknown) => error instanceof AppError && error.code === 'InsufficientAccess';

const codeOfMessage = async (message: string): Promise<ErrorCode | undefined> => {
  const { en } = await import('#shared/locales/en.ts');
  return Object.entries(en.errors)
    .filter(([, words]) => words === message)
    .map(([code]) => code)
    .find(isErrorCode);
};

/** What the firewall, CloudFront and the gateway say where none of our functions has answered: 429 of the API as a whole, or of a route. */
const outages = [429, 502, 503, 504];

/** The error that an answer tells: by our own code, else an outage by its status, else by message, else generic; unreadable ones are the server's fault. */
export const errorOfAnswer = async ({ status, headers }: Response, body: unknown): Promise<AppError> => {
  const edgeId = headers.get('x-amz-cf-id') ?? undefined;
  const gatewayId = headers.get('apigw-requestid') ?? edgeId;
  const own = ours.safeParse(body);
  if (own.success) {
    const { code, message, requestId = gatewayId, problems = [] } = own.data.error;
    const known = isErrorCode(code) ? code : await codeOfMessage(message);
    return new AppError(known ?? 'OtherAwsError', {
      requestId,
      problems: problems.map(({ path, rule, length }) => ({ path, rule, ...(length !== undefined && { length }) })),
    });
  }
  // No function's log knows it; CloudFront's does.
  if (outages.includes(status)) return new AppError('ServiceUnavailable', { requestId: edgeId ?? gatewayId });
  const gateway = gateways.safeParse(body);
  if (!gateway.success) return new AppError('InternalServerError', { requestId: gatewayId });
  const code = (await codeOfMessage(gateway.data.message)) ?? codeOfStatus[status] ?? 'OtherAwsError';
  return new AppError(code, { requestId: gatewayId });
};

export type Failure = { readonly code: ErrorCode; readonly requestId?: string | undefined };

export const isOutage = (code: ErrorCode): boolean =>
  code === 'Offline' || code === 'NoAnswer' || code === 'ServiceUnavailable';

/** Whether asking again may help: it gives nobody permission, and brings nothing that isn’t there. */
export const mayPass = (code: ErrorCode): boolean => ![403, 404].includes(errorStatus[code]);

export const failureOf = (error: unknown): Failure => {
  if (error instanceof AppError) return { code: error.code, requestId: error.requestId };
  reportError(error);
  return { code: 'InternalServerError' };
};
