import type { S3Request } from './request.ts';
import { S3Error } from './s3-error.ts';

/** A rule of CloudFormation's `CorsConfiguration`, its origins without wildcards; MaxAge in seconds. */
export type CorsRule = {
  AllowedOrigins: string[];
  AllowedMethods: string[];
  AllowedHeaders?: string[] | undefined;
  MaxAge?: number | undefined;
};

export type CorsConfiguration = { CorsRules: CorsRule[] };

const matches = (pattern: string, text: string): boolean => {
  const [start = '', ...rest] = pattern.split('*');
  const end = rest.join('*');
  return rest.length === 0
    ? text === pattern
    : text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
};

const isFor = ({ AllowedOrigins, AllowedMethods }: CorsRule, origin: string, method: string): boolean =>
  AllowedOrigins.includes(origin) && AllowedMethods.includes(method);

const ruleHeaders = (rule: CorsRule, origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': rule.AllowedMethods.join(', '),
  vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
});

/** The headers that a page of another origin needs to read an answer; none when no rule allows it. */
export const corsHeaders = (
  cors: CorsConfiguration | undefined,
  { method, header }: S3Request,
): Record<string, string> => {
  const origin = header('origin');
  if (!cors || origin === undefined) return {};
  const found = cors.CorsRules.find((rule) => isFor(rule, origin, method));
  return found ? ruleHeaders(found, origin) : {};
};

const forbidden = (message: string): S3Error => new S3Error(403, 'AccessForbidden', `CORSResponse: ${message}`);

/** The headers of the answer to a preflight. Throws AccessForbidden when no rule allows what it asks for. */
export const preflightHeaders = (
  cors: CorsConfiguration | undefined,
  { header }: S3Request,
): Record<string, string> => {
  const origin = header('origin');
  const method = header('access-control-request-method');
  if (!origin) throw new S3Error(400, 'BadRequest', 'Insufficient information. Origin request header needed.');
  if (!method) throw forbidden('Access-Control-Request-Method is missing.');
  if (!cors) throw forbidden('CORS is not enabled for this bucket.');
  const requested = (header('access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  for (const rule of cors.CorsRules) {
    const headersAllowed = requested.every((name) =>
      rule.AllowedHeaders?.some((pattern) => matches(pattern.toLowerCase(), name)),
    );
    if (!headersAllowed || !isFor(rule, origin, method)) continue;
    return {
      ...ruleHeaders(rule, origin),
      ...(requested.length > 0 && { 'access-control-allow-headers': requested.join(', ') }),
      ...(rule.MaxAge !== undefined && { 'access-control-max-age': String(rule.MaxAge) }),
    };
  }
  throw forbidden('This CORS request is not allowed: no rule of the bucket has this origin, method and headers.');
};
