import { describe, expect, test } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import { regionIds } from '#shared/config/regions.ts';
import { receivesBounces } from './functions/bounces.ts';
import { readAllStages, findResourceProperties, renderIntrinsic, readSynthesized } from './testing/synthesized.ts';
import { domain } from './testing/tested-stages.ts';

const allStages = readAllStages();

describe.each(allStages)('stage $title', ({ stage, violations, portal, edge }) => {
  test('has no AwsSolutions findings except acknowledged ones', () => expect(violations).toEqual([]));

  // A new AWS account has too little concurrency to reserve any.
  test('reserves concurrency, certificate and DNS names only if configured', () => {
    const count = (template: Template, type: string) => findResourceProperties(template, type).length;
    const functions = findResourceProperties(portal, 'AWS::Lambda::Function');
    const isReserved = functions.some(({ ReservedConcurrentExecutions: share }) => share !== undefined);
    const domainResourceCounts = [
      count(edge, 'AWS::CertificateManager::Certificate'),
      count(portal, 'AWS::Route53::RecordSet'),
    ];
    expect([isReserved, ...domainResourceCounts]).toEqual([
      stage.reservesConcurrency,
      ...(stage.domain ? [1, 2] : [0, 0]),
    ]);
  });

  test('retains logs as configured', () => {
    for (const log of findResourceProperties(portal, 'AWS::Logs::LogGroup'))
      expect(log.RetentionInDays).toBe(stage.logRetentionDays);
    const [accessLogs] = findResourceProperties(portal, 'AWS::S3::Bucket').filter(({ id }) =>
      id.startsWith('AccessLogs'),
    );
    expect(accessLogs?.LifecycleConfiguration.Rules).toEqual([
      { ExpirationInDays: stage.accessLogDays, Status: 'Enabled' },
    ]);
  });

  test("has a firewall with AWS's rules and rate limits only if configured", () => {
    const [firewall] = findResourceProperties(edge, 'AWS::WAFv2::WebACL');
    const [distribution] = findResourceProperties(portal, 'AWS::CloudFront::Distribution');
    const { WebACLId } = distribution?.DistributionConfig ?? {};
    expect([firewall !== undefined, WebACLId !== undefined]).toEqual([stage.firewall, stage.firewall]);
    // CloudFormation rejects an empty stack.
    expect(Object.keys(edge.toJSON()['Resources'])).not.toEqual([]);
    if (!stage.firewall) return;
    expect(WebACLId['Fn::GetStackOutput']).toMatchObject({
      StackName: `retailer-support-portal-${stage.name}-edge`,
      Region: 'us-east-1',
    });
    expect(firewall?.Scope).toBe('CLOUDFRONT');
    const names = ['rate-of-passwords', 'rate-of-files', 'rate'];
    const expectedNames = names.flatMap((name) =>
      stage.retailers.length > 0 ? [name, `${name}-of-retailers`] : [name],
    );
    expect(firewall?.Rules.map(({ Name }: { Name: string }) => Name)).toEqual([
      ...expectedNames,
      'rate-of-browser',
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
    ]);
  });
});

test('deploys pages after the functions, and assets after the bucket policy', () => {
  for (const { portal } of allStages) {
    const deployments = Object.entries(portal.findResources('Custom::CDKBucketDeployment'));
    const findDependencies = (name: string) => deployments.find(([id]) => id.includes(name))?.[1].DependsOn;
    const functions = Object.keys(portal.findResources('AWS::Lambda::Function')).filter((id) =>
      id.startsWith('Features'),
    );
    expect(findDependencies('Pages')).toEqual(expect.arrayContaining(functions));
    expect(findDependencies('Assets')).toContainEqual(expect.stringMatching(/^WebsiteBucketPolicy/));
  }
});

test('includes the AWS region in names that are global', () => {
  for (const { portal, stage } of allStages) {
    const names = [
      ...findResourceProperties(portal, 'AWS::CloudFront::ResponseHeadersPolicy').map(
        ({ ResponseHeadersPolicyConfig }) => ResponseHeadersPolicyConfig.Name,
      ),
      ...findResourceProperties(portal, 'AWS::CloudFront::CachePolicy').map(
        ({ CachePolicyConfig }) => CachePolicyConfig.Name,
      ),
      ...findResourceProperties(portal, 'AWS::CloudWatch::Dashboard').map(({ DashboardName }) => DashboardName),
    ];
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect(name).toContain(stage.awsRegion);
  }
});

test("redacts cookies and queries in the firewall's samples", () => {
  const stagesWithFirewall = allStages.filter(({ stage: { firewall } }) => firewall);
  expect(stagesWithFirewall.length).toBeGreaterThan(0);
  for (const { edge } of stagesWithFirewall)
    expect(findResourceProperties(edge, 'AWS::WAFv2::WebACL')[0]?.DataProtectionConfig.DataProtections).toEqual([
      { Action: 'SUBSTITUTION', Field: { FieldType: 'SINGLE_HEADER', FieldKeys: ['cookie'] } },
      { Action: 'SUBSTITUTION', Field: { FieldType: 'QUERY_STRING' } },
    ]);
});

test('acknowledges at most 13 rules, each with a reason', () => {
  for (const { acknowledgedRules } of allStages) {
    expect(acknowledgedRules.length).toBeLessThanOrEqual(13);
    for (const [, reason] of acknowledgedRules) expect(reason.length).toBeGreaterThan(40);
  }
});

test("uses a stage's domain for browsers, uploads and outputs", () => {
  const { portal } = readSynthesized('prod with a domain');
  portal.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      Aliases: [domain.name],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
    },
  });
  portal.hasResourceProperties('AWS::S3::Bucket', {
    CorsConfiguration: { CorsRules: [{ AllowedOrigins: [`https://${domain.name}`] }] },
  });
  portal.hasOutput('SiteUrl', { Value: `https://${domain.name}` });
});

test("passes a stage's domain to edge functions and emails", () => {
  for (const { stage, portal } of allStages) {
    const functionCodes = findResourceProperties(portal, 'AWS::CloudFront::Function').map(
      ({ FunctionCode }) => FunctionCode,
    );
    expect(functionCodes).toHaveLength(2);
    for (const functionCode of functionCodes)
      expect(functionCode).toContain(`var ownHost = "${stage.domain?.name ?? ''}";`);
    const emailFunctions = findResourceProperties(portal, 'AWS::Lambda::Function').filter(({ id }) =>
      id.startsWith('Identityemails'),
    );
    const site = stage.domain && `https://${stage.domain.name}`;
    expect(emailFunctions.map(({ Environment }) => Environment.Variables.SITE_URL)).toEqual(regionIds.map(() => site));
  }
});

test.each([
  ['local', 'eu-central-1:<AWS::AccountId>', 'support.example'],
  ['qa with a sender', 'eu-west-1:<AWS::AccountId>', 'mail.example.com'],
  // This stage has a configured account.
  ['prod with every option', 'eu-central-1:123456789012', 'support.portal-owner.eu'],
])('%s sends its emails by SES (%s), from the verified domain', (title, regionAndAccount, sender) => {
  const senders = findResourceProperties(readSynthesized(title).portal, 'AWS::Cognito::UserPool').map(
    ({ EmailConfiguration }) => [
      EmailConfiguration.EmailSendingAccount,
      EmailConfiguration.From,
      renderIntrinsic(EmailConfiguration.SourceArn),
    ],
  );
  const expectedSender = ['DEVELOPER', `portal@${sender}`, `arn:aws:ses:${regionAndAccount}:identity/${sender}`];
  expect(senders).toEqual(regionIds.map(() => expectedSender));
});

test('deploys account notices only for stages with a sender', () => {
  const countNoticeResources = (portal: Template) =>
    ['AWS::Lambda::Function', 'AWS::IAM::Role', 'AWS::SQS::Queue', 'AWS::CloudWatch::Alarm', 'AWS::Logs::LogGroup'].map(
      (type) => Object.keys(portal.findResources(type)).filter((id) => /notices/i.test(id)).length,
    );
  for (const { stage, portal } of allStages)
    expect(countNoticeResources(portal)).toEqual(
      stage.email ? [1, 1, 1, stage.alarms === 'all' ? 2 : 0, 1] : [0, 0, 0, 0, 0],
    );
});

test('has daily emails only on stages with a sender whose bounces are reported', () => {
  const hasDailyEmails = allStages.map(({ stage }) => receivesBounces(stage));
  expect(new Set(hasDailyEmails).size).toBe(2);
  expect(allStages.some(({ stage }) => stage.email && !receivesBounces(stage))).toBe(true);
  for (const { stage, portal } of allStages) {
    const ids = ['AWS::Lambda::Function', 'AWS::SQS::Queue', 'AWS::Events::Rule'].flatMap((type) =>
      Object.keys(portal.findResources(type)).filter((id) => id.startsWith('DailyEmails')),
    );
    expect(ids).toHaveLength(receivesBounces(stage) ? 5 : 0);
    const [auth] = findResourceProperties(portal, 'AWS::Lambda::Function').filter(({ id }) =>
      id.startsWith('Featuresauth'),
    );
    expect(auth?.Environment.Variables.HAS_DAILY_EMAIL).toBe(String(receivesBounces(stage)));
  }
});

test('lets only the named back office account read the lines of returns', () => {
  for (const { stage, portal } of allStages) {
    const readers = findResourceProperties(portal, 'AWS::IAM::Role').filter(({ id }) =>
      id.startsWith('BackOfficeReader'),
    );
    const outputs = Object.keys(portal.toJSON()['Outputs']);
    if (stage.backOfficeAccount === undefined) {
      expect(readers).toEqual([]);
      expect(outputs).not.toContain('BackOfficeRoleArn');
      continue;
    }
    expect(readers.map(({ AssumeRolePolicyDocument }) => AssumeRolePolicyDocument.Statement)).toEqual([
      [
        {
          Action: 'sts:AssumeRole',
          Effect: 'Allow',
          Principal: { AWS: `arn:aws:iam::${stage.backOfficeAccount}:root` },
        },
      ],
    ]);
    const policies = findResourceProperties(portal, 'AWS::IAM::Policy').filter(
      ({ Roles }) => Roles[0].Ref === readers[0]?.id,
    );
    expect(policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)).toEqual([
      {
        Action: 'dynamodb:GetItem',
        Effect: 'Allow',
        Resource: { 'Fn::GetAtt': [expect.stringMatching(/^Datareturns/), 'Arn'] },
        Condition: {
          'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['store', 'reference', 'id', 'storeRefNo', 'lines'] },
          StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
        },
      },
    ]);
    expect(outputs).toEqual(expect.arrayContaining(['BackOfficeRoleArn', 'ReturnsTableName']));
  }
});

test('lets only the named back office account put provider events', () => {
  for (const { stage, portal } of allStages) {
    const policies = findResourceProperties(portal, 'AWS::Events::EventBusPolicy').map(({ Statement }) => Statement);
    const backOfficeStatement = {
      Sid: 'BackOfficeReports',
      Effect: 'Allow',
      Action: 'events:PutEvents',
      Principal: { AWS: `arn:aws:iam::${stage.backOfficeAccount}:root` },
      Resource: { 'Fn::GetAtt': [expect.stringMatching(/^EventsBus/), 'Arn'] },
      Condition: { StringEquals: { 'events:source': 'repair-provider' } },
    };
    expect(policies).toEqual(stage.backOfficeAccount === undefined ? [] : [backOfficeStatement]);
  }
});

test('keeps old versions of pages for rollback', () => {
  for (const { portal } of allStages) {
    const versionedBuckets = findResourceProperties(portal, 'AWS::S3::Bucket').filter(
      ({ VersioningConfiguration }) => VersioningConfiguration,
    );
    expect(versionedBuckets.map(({ id }) => id)).toEqual([expect.stringMatching(/^WebsiteBucket/)]);
    expect(versionedBuckets[0]?.LifecycleConfiguration.Rules).toMatchObject([
      { NoncurrentVersionExpiration: { NoncurrentDays: 30 }, Status: 'Enabled' },
    ]);
  }
});
