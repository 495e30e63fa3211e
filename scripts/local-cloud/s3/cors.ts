import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { matchesPattern } from '../iam/evaluate.ts';
import { S3Error } from './s3-error.ts';

/** Rule of CloudFormation's `CorsConfiguration`; MaxAge in seconds. */
export const corsRule = z.strictObject({
  AllowedOrigins: z.array(z.string().check(z.regex(/^[^*]+$/, 'the local cloud knows no wildcards in origins'))),
  AllowedMethods: z.array(z.string()),
  AllowedHeaders: z.optional(z.array(z.string())),
  MaxAge: z.optional(z.coerce.number()),
});
export type CorsRule = z.output<typeof corsRule>;

const appliesTo = ({ AllowedOrigins, AllowedMethods }: CorsRule, origin: string, method: string): boolean =>
  AllowedOrigins.includes(origin) && AllowedMethods.includes(method);

const toRuleHeaders = (rule: CorsRule, origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': rule.AllowedMethods.join(', '),
  vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
});

/** Returns the headers that let a page of another origin read the response; empty if no rule allows it. */
export const findCorsHeaders = (rules: readonly CorsRule[], { method = '', headers: { origin } }: IncomingMessage) => {
  const rule = origin === undefined ? undefined : rules.find((candidate) => appliesTo(candidate, origin, method));
  return rule && origin !== undefined ? toRuleHeaders(rule, origin) : {};
};

/** Returns the headers of a preflight response. Throws AccessForbidden if no rule allows the request. */
export const findPreflightHeaders = (
  rules: readonly CorsRule[],
  { headers }: IncomingMessage,
): Record<string, string> => {
  const { origin = '', 'access-control-request-method': method = '' } = headers;
  const requestedHeaders = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const rule = rules.find(
    (candidate) =>
      appliesTo(candidate, origin, method) &&
      requestedHeaders.every((name) => candidate.AllowedHeaders?.some((pattern) => matchesPattern(pattern, name, 'i'))),
  );
  if (!rule)
    throw new S3Error(
      403,
      'AccessForbidden',
      'CORSResponse: This CORS request is not allowed: no rule of the bucket has this origin, method and headers.',
    );
  return {
    ...toRuleHeaders(rule, origin),
    ...(requestedHeaders.length > 0 && { 'access-control-allow-headers': requestedHeaders.join(', ') }),
    ...(rule.MaxAge !== undefined && { 'access-control-max-age': String(rule.MaxAge) }),
  };
};
