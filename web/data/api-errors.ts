import * as z from 'zod/mini';
import { AppError, errorStatus, isErrorCode, validationRules } from '#shared/api/errors.ts';
import type { ErrorCode } from '#shared/api/errors.ts';

const portalError = z.object({
  error: z.object({
    code: z.string(),
    message: z._default(z.string(), ''),
    requestId: z.optional(z.string()),
    problems: z.optional(
      z.array(z.object({ path: z.string(), rule: z.enum(validationRules), length: z.optional(z.number()) })),
    ),
  }),
});

/** Error of API Gateway itself, which returns it without calling a function. */
const gatewayError = z.object({ message: z.string() });

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  403: 'InsufficientAccess',
  404: 'NotFound',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  500: 'InternalServerError',
};

export const isSignedOutCode = (code: ErrorCode) => code === 'MissingCookie' || code === 'ExpiredToken';
export const isSignedOut = (error: unknown) => error instanceof AppError && isSignedOutCode(error.code);

export const isAccessDenied = (error: unknown) => error instanceof AppError && error.code === 'InsufficientAccess';

export const isMaintenance = (error: unknown) => error instanceof AppError && error.code === 'Maintenance';

const findCodeByMessage = async (message: string): Promise<ErrorCode | undefined> => {
  const { en } = await import('#shared/locales/en.ts');
  return Object.entries(en.errors)
    .filter(([, text]) => text === message)
    .map(([code]) => code)
    .find(isErrorCode);
};

/**
 * Statuses that the firewall, CloudFront or the gateway return when none of our functions ran; 429 is the throttling of
 * the whole API or of a route.
 */
const outageStatuses = [429, 502, 503, 504];

/**
 * Maps an error response to an AppError: by the portal's error code, else as an outage by its status, else by its
 * message, else to a generic code. An unreadable response counts as a server error.
 */
export const toAppError = async ({ status, headers }: Response, body: unknown): Promise<AppError> => {
  const cloudFrontRequestId = headers.get('x-amz-cf-id') ?? undefined;
  /** Without the gateway's id, the id of CloudFront identifies the request. */
  const gatewayRequestId = headers.get('apigw-requestid') ?? cloudFrontRequestId;
  const parsed = portalError.safeParse(body);
  if (parsed.success) {
    const { code, message, requestId = gatewayRequestId, problems = [] } = parsed.data.error;
    const knownCode = isErrorCode(code) ? code : await findCodeByMessage(message);
    return new AppError(knownCode ?? 'OtherAwsError', {
      requestId,
      problems: problems.map(({ path, rule, length }) => ({ path, rule, ...(length !== undefined && { length }) })),
    });
  }
  // No function logged this request; only CloudFront's log has it.
  if (outageStatuses.includes(status))
    return new AppError('ServiceUnavailable', { requestId: cloudFrontRequestId ?? gatewayRequestId });
  const parsedGatewayError = gatewayError.safeParse(body);
  if (!parsedGatewayError.success) return new AppError('InternalServerError', { requestId: gatewayRequestId });
  const code = (await findCodeByMessage(parsedGatewayError.data.message)) ?? codeByStatus[status] ?? 'OtherAwsError';
  return new AppError(code, { requestId: gatewayRequestId });
};

export type Failure = { readonly code: ErrorCode; readonly requestId?: string | undefined };

export const isOutage = (code: ErrorCode): boolean =>
  code === 'Offline' || code === 'NoAnswer' || code === 'ServiceUnavailable';

/** Returns whether a retry may help; it cannot after a denied permission or for a missing resource. */
export const isRetryable = (code: ErrorCode): boolean => ![403, 404].includes(errorStatus[code]);

export const toFailure = (error: unknown): Failure => {
  if (error instanceof AppError) return { code: error.code, requestId: error.requestId };
  reportError(error);
  return { code: 'InternalServerError' };
};
