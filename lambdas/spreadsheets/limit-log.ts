import type { Log } from '#lambdas/http/log.ts';

/** What a cause may be called in the log; the rest of it may be the file's own words. */
const causes = /^(?:[A-Z]\w*Error(?=:)|time$|exit$|Worker terminated due to reaching memory limit)/;

/** Notes that a file took the reader to its limits, and why, but nothing that the file says. */
export const limitLog =
  (log: Log) =>
  (cause: string): void =>
    log('warn', 'file took the reader to its limits', { code: causes.exec(cause)?.[0] ?? 'other' });
