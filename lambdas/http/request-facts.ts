import { createHmac } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Problem } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Route } from '#shared/route.ts';
import type { Request } from './request.ts';

/** What a log line may say of a request beside its outcome, without what anybody typed. */

/**
 * By which AWS knows a request: CloudFront's id stands in its log, the trace in X-Ray.
 * Only in AWS's own forms, since past CloudFront anybody may send such headers.
 */
export const awsIdsOf = ({ headers }: Request, ofFunction: string | undefined) => {
  const cloudFrontId = /^[\w-]{30,80}={0,2}$/.exec(headers['x-amz-cf-id'] ?? '')?.[0];
  const trace = ofFunction ?? headers['x-amzn-trace-id'] ?? '';
  const traceId = /\bRoot=(1-[\da-f]{8}-[\da-f]{24})\b/.exec(trace)?.[1];
  return { ...(cloudFrontId && { cloudFrontId }), ...(traceId && { traceId }) };
};

type Definition = {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
};

/** Every name of a field in a schema, at any depth. */
const namesIn = (schema: z.core.$ZodType): string[] => {
  // Zod's own description, of which each kind of schema has some parts.
  const { shape = {}, element, innerType, in: before, options = [] } = schema._zod.def as Definition;
  const parts = [...Object.values(shape), element, innerType, before, ...options];
  return [...Object.keys(shape), ...parts.flatMap((part) => (part ? namesIn(part) : []))];
};

/** `path:rule` of each problem, such as `lines.3.ean:pattern`. A name that the route does not know was typed by somebody: it becomes `?`. */
export const failedRules = (route: Pick<Route, 'input'>, problems: readonly Problem[]): string => {
  const names = new Set(namesIn(route.input));
  const known = (part: string) => names.has(part) || /^\d{1,4}$/.test(part);
  return problems
    .map(({ path, rule }) => {
      const parts = path.split('.').map((part) => (known(part) ? part : '?'));
      return `${parts.join('.')}:${rule}`;
    })
    .join(' ');
};

/**
 * An address as logs name it: the same for the same address of a region while the key is the same, and of use to nobody without the key.
 * `docs/runbooks/logs.md` says how an operator computes it.
 */
export const addressInLogs = (key: string, region: RegionId, email: string): string =>
  createHmac('sha256', key).update(`${region}#${email}`).digest('hex').slice(0, 24);
