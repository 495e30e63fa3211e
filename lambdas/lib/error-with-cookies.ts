import type { ErrorCode } from '#shared/errors.ts';
import { AppError } from '#shared/errors.ts';

/** An error that also changes the browser's cookies: `cookies` are Set-Cookie values, mostly those that end a session. */
export class ErrorWithCookies extends AppError {
  readonly cookies: readonly string[];

  constructor(code: ErrorCode, cookies: readonly string[], cause?: unknown) {
    super(code, { cause });
    this.cookies = cookies;
  }
}
