import * as z from 'zod/mini';

export type GatewayAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
};

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const formatted = z.looseObject({
  statusCode: z.coerce.number().check(z.int(), z.gte(100), z.lte(599)),
  headers: z.optional(z.record(z.string(), scalar)),
  cookies: z.optional(z.array(z.string())),
  body: z.optional(z.nullable(z.string())),
  isBase64Encoded: z.optional(z.boolean()),
});

const json = (status: number, body: unknown): GatewayAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

const lengths = (headers: Record<string, string | string[]>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-length'));

export const gatewayError = {
  notFound: json(404, { message: 'Not Found' }),
  tooLarge: json(413, { message: 'Request Entity Too Large' }),
  tooMany: json(429, { message: 'Too Many Requests' }),
  headersTooLarge: json(431, { message: 'Request Header Fields Too Large' }),
  functionFailed: json(500, { message: 'Internal Server Error' }),
  unavailable: json(503, { message: 'Service Unavailable' }),
} as const satisfies Record<string, GatewayAnswer>;

/** What a function's result of format 2.0 becomes. One without a `statusCode`, which AWS takes for the body of a 200, fails here. */
export const answerOf = (payload: unknown): GatewayAnswer => {
  const parsed = formatted.safeParse(payload);
  if (!parsed.success) return gatewayError.functionFailed;
  const { statusCode, headers = {}, cookies = [], body, isBase64Encoded = false } = parsed.data;
  const lowerCased = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  return {
    status: statusCode,
    headers: lengths({
      'content-type': 'text/plain;charset=UTF-8',
      ...lowerCased,
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    }),
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  };
};
