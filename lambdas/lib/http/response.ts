import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ErrorCode, Problem } from '#shared/api/errors.ts';
import { errorStatus, AppError } from '#shared/api/errors.ts';
import messages from '#shared/locales/errors.en.json' with { type: 'json' };

export type ApiResponse = APIGatewayProxyStructuredResultV2 & { readonly statusCode: number };

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

export const createJsonResponse = (
  statusCode: number,
  body: unknown,
  cookies: readonly string[] = [],
): ApiResponse => ({
  statusCode,
  headers,
  body: JSON.stringify(body),
  ...(cookies.length > 0 && { cookies: [...cookies] }),
});

/** Error response `{ error: { code, message, requestId, problems? } }`. The page translates the code; the English message is for other clients. */
export const createErrorResponse = (
  code: ErrorCode,
  requestId: string,
  problems: readonly Problem[],
  cookies: readonly string[],
): ApiResponse =>
  createJsonResponse(
    errorStatus[code],
    { error: { code, message: messages[code], requestId, ...(problems.length > 0 && { problems }) } },
    cookies,
  );

/** Error whose response also sets cookies (Set-Cookie values), usually to clear a session. */
export class ErrorWithCookies extends AppError {
  readonly cookies: readonly string[];

  constructor(code: ErrorCode, cookies: readonly string[], cause?: unknown) {
    super(code, { cause });
    this.cookies = cookies;
  }
}
