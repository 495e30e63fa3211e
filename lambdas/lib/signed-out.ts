import { AppError } from '#shared/errors.ts';
import type { ErrorCode } from '#shared/errors.ts';

/** A refusal that also ends the session in the browser: `cookies` are the Set-Cookie values that clear it. */
export class SignedOut extends AppError {
  readonly cookies: readonly string[];

  constructor(code: ErrorCode, cookies: readonly string[], cause?: unknown) {
    super(code, { cause });
    this.cookies = cookies;
  }
}
