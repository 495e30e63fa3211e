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
        z.object({
          AccessControlMaxAgeSec: z.coerce.number(),
          IncludeSubdomains: z.optional(z.boolean()),
          Preload: z.optional(z.boolean()),
          ...override,
        }),
      ),
      ContentTypeOptions: z.optional(z.object(override)),
      FrameOptions: z.optional(z.object({ FrameOption: z.string(), ...override })),
      ReferrerPolicy: z.optional(z.object({ ReferrerPolicy: z.string(), ...override })),
      XSSProtection: z.optional(z.object({ Protection: z.boolean(), ModeBlock: z.optional(z.boolean()), ...override })),
    }),
  ),
  CustomHeadersConfig: z.optional(
    z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string(), ...override })) }),
  ),
  RemoveHeadersConfig: z.optional(z.object({ Items: z.array(z.object({ Header: z.string() })) })),
});

type Config = z.output<typeof policyConfig>;
type HeaderRule = { readonly name: string; readonly value: string; readonly override: boolean };

/** What a response headers policy adds and takes away. */
export type ResponseHeadersPolicy = { readonly adds: readonly HeaderRule[]; readonly removes: readonly string[] };

export const noResponseHeaders: ResponseHeadersPolicy = { adds: [], removes: [] };

const securityRules = (security: NonNullable<Config['SecurityHeadersConfig']>): HeaderRule[] => {
  const {
    ContentSecurityPolicy: csp,
    StrictTransportSecurity: hsts,
    ContentTypeOptions: type,
    FrameOptions: frame,
    ReferrerPolicy: referrer,
    XSSProtection: xss,
  } = security;
  const transport =
    hsts &&
    [`max-age=${hsts.AccessControlMaxAgeSec}`, hsts.IncludeSubdomains && 'includeSubDomains', hsts.Preload && 'preload']
      .filter(Boolean)
      .join('; ');
  return [
    csp && { name: 'content-security-policy', value: csp.ContentSecurityPolicy, override: csp.Override },
    hsts && { name: 'strict-transport-security', value: transport ?? '', override: hsts.Override },
    type && { name: 'x-content-type-options', value: 'nosniff', override: type.Override },
    frame && { name: 'x-frame-options', value: frame.FrameOption, override: frame.Override },
    referrer && { name: 'referrer-policy', value: referrer.ReferrerPolicy, override: referrer.Override },
    xss && {
      name: 'x-xss-protection',
      value: `${xss.Protection ? 1 : 0}${xss.ModeBlock ? '; mode=block' : ''}`,
      override: xss.Override,
    },
  ].filter((rule) => rule !== undefined);
};

export const readResponseHeadersPolicy = (config: unknown): ResponseHeadersPolicy => {
  const { SecurityHeadersConfig = {}, CustomHeadersConfig, RemoveHeadersConfig } = policyConfig.parse(config);
  const custom =
    CustomHeadersConfig?.Items.map(({ Header, Value, Override }) => ({
      name: Header.toLowerCase(),
      value: Value,
      override: Override,
    })) ?? [];
  return {
    adds: [...securityRules(SecurityHeadersConfig), ...custom],
    removes: RemoveHeadersConfig?.Items.map(({ Header }) => Header.toLowerCase()) ?? [],
  };
};

/** Removes first, then adds; a header that the origin sent stays where the policy doesn't override. */
export const applyResponseHeaders = ({ adds, removes }: ResponseHeadersPolicy, answer: EdgeAnswer): EdgeAnswer => {
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !removes.includes(name)));
  for (const { name, value, override: wins } of adds) if (wins || headers[name] === undefined) headers[name] = value;
  return { ...answer, headers };
};
