import { Duration, Fn, Validations } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as route53 from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { apiStage, originSecretHeader } from '#shared/api/headers.ts';
import { cameraPages, captchaPages, codeReaderPath, toPathSuffix } from '#shared/api/paths.ts';
import { captchaProviders } from '#shared/config/captcha-providers.ts';
import type { Api } from './api.ts';
import { buildEdgeCode } from './edge-code.ts';
import type { Edge } from './edge.ts';
import { toUploadsOrigin } from './files.ts';
import { toGlobalName } from './outputs.ts';
import { createPrivateBucket } from './private-bucket.ts';
import type { Secrets } from './secrets.ts';
import type { Stage } from './stages.ts';
import { deployWebsite } from './website-content.ts';

type WebsiteProps = {
  readonly stage: Stage;
  readonly edge: Edge;
  readonly api: Api;
  readonly secrets: Secrets;
  readonly accessLogs: s3.IBucket;
  /** Folder of the built page. */
  readonly pageFolder: string;
};

export class Website extends Construct {
  readonly url: string;
  readonly distribution: cloudfront.Distribution;
  readonly pages: Construct;

  constructor(scope: Construct, id: string, props: WebsiteProps) {
    super(scope, id);
    const { stage, edge, api, secrets, accessLogs } = props;
    const bucket = createPrivateBucket(this, 'Bucket', stage, {
      // Versions allow restoring a page that was replaced by mistake (docs/runbooks/rollback.md).
      versioned: true,
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'site/',
    });
    const headers = createSecurityHeaders(this, stage);
    const siteBehavior = {
      // S3 returns 404 for a missing file only with the right to list; otherwise 403.
      origin: origins.S3BucketOrigin.withOriginAccessControl(bucket, {
        originAccessLevels: [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST],
      }),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
      functionAssociations: toViewerRequestAssociations(
        createEdgeFunction(
          this,
          'Rewrite',
          stage,
          'Pages of the single-page application, and one spelling of each address',
        ),
      ),
    };
    const viewerHost = createEdgeFunction(this, 'ViewerHost', stage, 'Tells the API which host the browser asked');

    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `Retailer support portal, ${stage.name}`,
      // The function handles `/`; this keeps S3's list of files private if the function is ever removed.
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      ...(edge.firewall && { webAclId: edge.firewall.arn }),
      // By default, CloudFront caches errors for ten seconds, even with no-store: “Try again” would not reach the API, and
      // a record might be reported as missing after it was booked. CloudFront allows only these codes here.
      errorResponses: [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
      ...(stage.domain && edge.certificate && { domainNames: [stage.domain.name], certificate: edge.certificate }),
      defaultBehavior: { ...siteBehavior, responseHeadersPolicy: headers.strict },
      additionalBehaviors: {
        [`/${apiStage}/*`]: {
          ...createApiBehavior(this, stage, api, secrets),
          functionAssociations: toViewerRequestAssociations(viewerHost),
          responseHeadersPolicy: headers.strict,
        },
        ...Object.fromEntries(
          captchaPages.map((name) => [
            `*${toPathSuffix(name)}`,
            { ...siteBehavior, responseHeadersPolicy: headers.captcha },
          ]),
        ),
        ...Object.fromEntries(
          cameraPages.map((name) => [
            `*${toPathSuffix(name)}`,
            { ...siteBehavior, responseHeadersPolicy: headers.camera },
          ]),
        ),
        [`${codeReaderPath}*`]: { ...siteBehavior, responseHeadersPolicy: headers.codeReader },
      },
    });
    this.url = `https://${stage.domain?.name ?? this.distribution.distributionDomainName}`;
    if (stage.domain) addDnsRecords(this, stage.domain, this.distribution);
    this.pages = deployWebsite(this, { stage, bucket, pageFolder: props.pageFolder });

    const acknowledge = (rule: string, reason: string) =>
      Validations.of(this.distribution).acknowledge({ id: rule, reason });
    acknowledge(
      'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      'A default root object is set, and no address of the site reaches the list.',
    );
    acknowledge(
      'AwsSolutions-CFR1',
      'Staff travel and sign in from anywhere; where somebody is says nothing about what they may do.',
    );
    acknowledge(
      'AwsSolutions-CFR3',
      'It is logged, by the newer way that leaves out what is asked for and who asks: see edge-watch.ts. The rule knows the older way only, which writes both.',
    );
    if (!edge.firewall)
      acknowledge(
        'AwsSolutions-CFR2',
        'A stage without customers: a firewall would cost three times as much as all else of it.',
      );
    if (!stage.domain)
      acknowledge(
        'AwsSolutions-CFR4',
        "CloudFront's own certificate allows no newer minimum; a stage with a domain has its own and TLS 1.2.",
      );
  }
}

const createEdgeFunction = (scope: Construct, id: string, stage: Stage, comment: string) =>
  new cloudfront.Function(scope, id, {
    comment,
    runtime: cloudfront.FunctionRuntime.JS_2_0,
    code: cloudfront.FunctionCode.fromInline(buildEdgeCode(id.replace(/\B[A-Z]/g, '-$&').toLowerCase(), stage)),
  });

const toViewerRequestAssociations = (fn: cloudfront.Function): cloudfront.FunctionAssociation[] => [
  { function: fn, eventType: cloudfront.FunctionEventType.VIEWER_REQUEST },
];

/**
 * Compresses without caching: CloudFront compresses only if the policy allows caching for at least a second. Cookies
 * and query are part of the key, so that users never share a response.
 */
const createApiCachePolicy = (scope: Construct, stage: Stage) =>
  new cloudfront.CachePolicy(scope, 'ApiAnswers', {
    cachePolicyName: toGlobalName(stage, 'ApiAnswers'),
    comment: 'Compresses the answers of the API; keeps none',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.seconds(1),
    cookieBehavior: cloudfront.CacheCookieBehavior.all(),
    queryStringBehavior: cloudfront.CacheQueryStringBehavior.all(),
    headerBehavior: cloudfront.CacheHeaderBehavior.none(),
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  });

const createApiBehavior = (scope: Construct, stage: Stage, api: Api, secrets: Secrets): cloudfront.BehaviorOptions => ({
  origin: new origins.HttpOrigin(Fn.select(2, Fn.split('/', api.http.apiEndpoint)), {
    protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
    readTimeout: Duration.seconds(30),
    // CloudFormation inserts the secret at deployment; no template contains it.
    customHeaders: { [originSecretHeader]: secrets.originValue },
  }),
  viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
  allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
  cachePolicy: createApiCachePolicy(scope, stage),
  originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
});

const addDnsRecords = (
  scope: Construct,
  domain: NonNullable<Stage['domain']>,
  distribution: cloudfront.Distribution,
) => {
  const zone = route53.HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId: domain.hostedZoneId,
    zoneName: domain.hostedZoneName,
  });
  const record = {
    zone,
    recordName: `${domain.name}.`,
    target: route53.RecordTarget.fromAlias(new CloudFrontTarget(distribution)),
  };
  new route53.ARecord(scope, 'Ipv4', record);
  new route53.AaaaRecord(scope, 'Ipv6', record);
};

type Directives = Readonly<Record<string, readonly string[]>>;

const toStrictPolicy = (uploads?: string): Directives => ({
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

/** Policy of the worker that reads codes from camera images: it compiles WebAssembly and requests only that file. */
const codeReaderPolicy: Directives = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'connect-src': ["'self'"],
};

/** Policy of the sign-in pages, which have the captcha and prefetch the document that follows. */
const toSignInPolicy = (stage: Stage): Directives => {
  const directives = { ...toStrictPolicy(), ...captchaProviders[stage.captcha.provider].sources };
  // Speculation rules can contain no script; at most they make the browser prefetch or prerender a page.
  return { ...directives, 'script-src': [...directives['script-src'], "'inline-speculation-rules'"] };
};

const createSecurityHeaders = (scope: Construct, stage: Stage) => ({
  strict: createHeadersPolicy(scope, 'StrictHeaders', stage, toStrictPolicy(toUploadsOrigin(stage))),
  camera: createHeadersPolicy(scope, 'CameraHeaders', stage, toStrictPolicy(toUploadsOrigin(stage)), 'camera=(self)'),
  codeReader: createHeadersPolicy(scope, 'CodeReaderHeaders', stage, codeReaderPolicy),
  captcha: createHeadersPolicy(scope, 'CaptchaHeaders', stage, toSignInPolicy(stage)),
});

const createHeadersPolicy = (
  scope: Construct,
  id: string,
  stage: Stage,
  directives: Directives,
  camera: 'camera=()' | 'camera=(self)' = 'camera=()',
) => {
  const contentSecurityPolicy = Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
  return new cloudfront.ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: toGlobalName(stage, id),
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
          value: `${camera}, geolocation=(), microphone=(), payment=(), usb=()`,
          override: true,
        },
      ],
    },
  });
};
