import * as z from 'zod/mini';
import type { EdgeAnswer } from './message.ts';

type HeaderRule = { readonly name: string; readonly value: string; readonly override: boolean };

export type ResponseHeadersPolicy = readonly HeaderRule[];

const Override = z.boolean();

const policyConfig = z.strictObject({
  Name: z.string(),
  Comment: z.optional(z.string()),
  SecurityHeadersConfig: z.strictObject({
    ContentSecurityPolicy: z.strictObject({ ContentSecurityPolicy: z.string(), Override }),
    StrictTransportSecurity: z.strictObject({
      AccessControlMaxAgeSec: z.coerce.number(),
      IncludeSubdomains: z.literal(true),
      Override,
    }),
    ContentTypeOptions: z.strictObject({ Override }),
    FrameOptions: z.strictObject({ FrameOption: z.string(), Override }),
    ReferrerPolicy: z.strictObject({ ReferrerPolicy: z.string(), Override }),
  }),
  CustomHeadersConfig: z.strictObject({
    Items: z.array(z.strictObject({ Header: z.string(), Value: z.string(), Override })),
  }),
});

export const readResponseHeadersPolicy = (config: unknown): ResponseHeadersPolicy => {
  const { SecurityHeadersConfig: security, CustomHeadersConfig } = policyConfig.parse(config);
  const { ContentSecurityPolicy: csp, StrictTransportSecurity: hsts, FrameOptions: frame } = security;
  const { ContentTypeOptions: type, ReferrerPolicy: referrer } = security;
  const maxAge = `max-age=${hsts.AccessControlMaxAgeSec}; includeSubDomains`;
  return [
    { name: 'content-security-policy', value: csp.ContentSecurityPolicy, override: csp.Override },
    { name: 'strict-transport-security', value: maxAge, override: hsts.Override },
    { name: 'x-content-type-options', value: 'nosniff', override: type.Override },
    { name: 'x-frame-options', value: frame.FrameOption, override: frame.Override },
    { name: 'referrer-policy', value: referrer.ReferrerPolicy, override: referrer.Override },
    ...CustomHeadersConfig.Items.map(({ Header, Value, Override: override }) => ({
      name: Header.toLowerCase(),
      value: Value,
      override,
    })),
  ];
};

/** A header that the origin sent stays where the policy doesn't override. */
export const applyResponseHeaders = (policy: ResponseHeadersPolicy, answer: EdgeAnswer): EdgeAnswer => {
  const headers = { ...answer.headers };
  for (const { name, value, override: wins } of policy) if (wins || headers[name] === undefined) headers[name] = value;
  return { ...answer, headers };
};
