import { Duration } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { captchaProviders } from '#shared/captcha.ts';
import { globalName } from './outputs.ts';
import type { Stage } from './stages.ts';

type Directives = Readonly<Record<string, readonly string[]>>;

const strictPolicy = (uploads?: string): Directives => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'", ...(uploads === undefined ? [] : [uploads])],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
});

export const securityHeaders = (scope: Construct, stage: Stage, uploadsOrigin: string) => ({
  strict: headersPolicy(scope, 'StrictHeaders', stage, strictPolicy(uploadsOrigin)),
  captcha: headersPolicy(scope, 'CaptchaHeaders', stage, {
    ...strictPolicy(),
    ...captchaProviders[stage.captcha.provider].sources,
  }),
});

const headersPolicy = (scope: Construct, id: string, stage: Stage, directives: Directives) => {
  const contentSecurityPolicy = Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
  return new cloudfront.ResponseHeadersPolicy(scope, id, {
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
};
