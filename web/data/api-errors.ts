import * as z from 'zod/mini';
import { AppError, isErrorCode, validationRules } from '#shared/errors.ts';
import type { ErrorCode } from '#shared/errors.ts';

const ours = z.object({
  error: z.object({
    code: z.string(),
    message: z._default(z.string(), ''),
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
  429: 'LimitExceededException',
  500: 'InternalServerError',
  502: 'ServiceUnavailable',
  503: 'ServiceUnavailable',
  504: 'ServiceUnavailable',
};

/** Whether the server knows of no session, or of none any more. */
export const isSignedOut = (error: unknown) =>
  error instanceof AppError && (error.code === 'MissingCookie' || error.code === 'ExpiredToken');

const codeOfMessage = async (message: string): Promise<ErrorCode | undefined> => {
  const { default: english } = await import('#shared/locales/en.json');
  return Object.entries(english.errors)
    .filter(([, words]) => words === message)
    .map(([code]) => code)
    .find(isErrorCode);
};

/** The error that an answer tells: by code, else by message, else generic; unreadable ones are the server's fault. */
export const errorOfAnswer = async (status: number, body: unknown): Promise<AppError> => {
  const own = ours.safeParse(body);
  if (own.success) {
    const { code, message, problems = [] } = own.data.error;
    const known = isErrorCode(code) ? code : await codeOfMessage(message);
    return new AppError(known ?? 'OtherAwsError', {
      problems: problems.map(({ path, rule, length }) => ({ path, rule, ...(length !== undefined && { length }) })),
    });
  }
  const gateway = gateways.safeParse(body);
  if (!gateway.success) return new AppError('InternalServerError');
  return new AppError((await codeOfMessage(gateway.data.message)) ?? codeOfStatus[status] ?? 'OtherAwsError');
};

/** What to say of a failure. One that no code was meant for is reported, and is the portal's own. */
export const errorCode = (error: unknown): ErrorCode => {
  if (error instanceof AppError) return error.code;
  reportError(error);
  return 'InternalServerError';
};
