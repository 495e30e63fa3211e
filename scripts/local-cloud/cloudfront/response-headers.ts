import * as z from 'zod/mini';
import type { EdgeAnswer } from './message.ts';

const override = { Override: z.boolean() };

const policyConfig = z.strictObject({
  Name: z.string(),
  Comment: z.optional(z.string()),
  SecurityHeadersConfig: z.optional(
    z.strictObject({
      ContentSecurityPolicy: z.optional(z.object({ ContentSecurityPolicy: z.string(), ...override })),
      StrictTransportSecurity: z.optional(
        z.strictObject({
          AccessControlMaxAgeSec: z.coerce.number(),
          IncludeSubdomains: z.optional(z.boolean()),
          ...override,
        }),
      ),
      ContentTypeOptions: z.optional(z.object(override)),
      FrameOptions: z.optional(z.object({ FrameOption: z.string(), ...override })),
      ReferrerPolicy: z.optional(z.object({ ReferrerPolicy: z.string(), ...override })),
    }),
  ),
  CustomHeadersConfig: z.optional(
    z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string(), ...override })) }),
  ),
});

type Config = z.output<typeof policyConfig>;
type HeaderRule = { readonly name: string; readonly value: string; readonly override: boolean };

/** What a response headers policy adds. */
export type ResponseHeadersPolicy = readonly HeaderRule[];

const securityRules = (security: NonNullable<Config['SecurityHeadersConfig']>): HeaderRule[] => {
  const {
    ContentSecurityPolicy: csp,
    StrictTransportSecurity: hsts,
    ContentTypeOptions: type,
    FrameOptions: frame,
    ReferrerPolicy: referrer,
  } = security;
  const transport =
    hsts && `max-age=${hsts.AccessControlMaxAgeSec}${hsts.IncludeSubdomains ? '; includeSubDomains' : ''}`;
  return [
    csp && { name: 'content-security-policy', value: csp.ContentSecurityPolicy, override: csp.Override },
    hsts && { name: 'strict-transport-security', value: transport ?? '', override: hsts.Override },
    type && { name: 'x-content-type-options', value: 'nosniff', override: type.Override },
    frame && { name: 'x-frame-options', value: frame.FrameOption, override: frame.Override },
    referrer && { name: 'referrer-policy', value: referrer.ReferrerPolicy, override: referrer.Override },
  ].filter((rule) => rule !== undefined);
};

export const readResponseHeadersPolicy = (config: unknown): ResponseHeadersPolicy => {
  const { SecurityHeadersConfig = {}, CustomHeadersConfig } = policyConfig.parse(config);
  const custom =
    CustomHeadersConfig?.Items.map(({ Header, Value, Override }) => ({
      name: Header.toLowerCase(),
      value: Value,
      override: Override,
    })) ?? [];
  return [...securityRules(SecurityHeadersConfig), ...custom];
};

/** A header that the origin sent stays where the policy doesn't override. */
export const applyResponseHeaders = (policy: ResponseHeadersPolicy, answer: EdgeAnswer): EdgeAnswer => {
  const headers = { ...answer.headers };
  for (const { name, value, override: wins } of policy) if (wins || headers[name] === undefined) headers[name] = value;
  return { ...answer, headers };
};
