import { Duration } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { captchaPolicy, policyText, strictPolicy } from './content-security.ts';
import { globalName } from './global-name.ts';
import type { Stage } from './stages.ts';

/** Two sets of response headers, the same but for what a page may load. */
export const securityHeaders = (scope: Construct, stage: Stage, uploadsOrigin: string) => ({
  strict: headersPolicy(scope, 'StrictHeaders', stage, policyText(strictPolicy(uploadsOrigin))),
  captcha: headersPolicy(scope, 'CaptchaHeaders', stage, policyText(captchaPolicy(stage.captcha.provider))),
});

const headersPolicy = (scope: Construct, id: string, stage: Stage, contentSecurityPolicy: string) =>
  new cloudfront.ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: globalName(stage, id),
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy, override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override: true },
      referrerPolicy: {
        referrerPolicy: cloudfront.HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
        override: true,
      },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'Cross-Origin-Opener-Policy', value: 'same-origin', override: true },
        { header: 'Cross-Origin-Resource-Policy', value: 'same-origin', override: true },
        {
          header: 'Permissions-Policy',
          value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
          override: true,
        },
      ],
    },
  });
