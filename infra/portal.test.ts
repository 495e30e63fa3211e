import { describe, expect, test } from '@jest/globals';
import { apiStage } from '#shared/api/headers.ts';
import type { Route } from '#shared/api/route.ts';
import { features, routes } from '#shared/api/routes/table.ts';
import { limits } from '#shared/config/limits.ts';
import { regionIds } from '#shared/config/regions.ts';
import { tableNames, tables } from '#shared/config/tables.ts';
import { outputs } from './outputs.ts';
import { findResourceProperties, renderIntrinsic, readSynthesized } from './testing/synthesized.ts';

const { portal } = readSynthesized('dev');
const functions = findResourceProperties(portal, 'AWS::Lambda::Function').filter(({ Description }) =>
  String(Description).startsWith('Retailer support portal'),
);
const findFunction = (feature: string) => functions.find((fn) => fn.Description.endsWith(`: ${feature}`));

describe('sign-in', () => {
  test.each(regionIds)('has a user pool for %s without self sign-up', (region) =>
    portal.hasResourceProperties('AWS::Cognito::UserPool', {
      UserPoolName: `retailer-support-portal-dev-${region}`,
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      Policies: {
        PasswordPolicy: {
          MinimumLength: 10,
          RequireLowercase: true,
          RequireUppercase: true,
          RequireNumbers: true,
          RequireSymbols: true,
          TemporaryPasswordValidityDays: 7,
        },
      },
    }),
  );

  test('has one confidential client per pool, for the server only', () => {
    const clients = findResourceProperties(portal, 'AWS::Cognito::UserPoolClient');
    expect(clients).toHaveLength(regionIds.length);
    for (const client of clients) {
      expect(client).toMatchObject({
        GenerateSecret: true,
        ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
        PreventUserExistenceErrors: 'ENABLED',
        EnableTokenRevocation: true,
        RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
        AccessTokenValidity: 10,
        RefreshTokenValidity: 12 * 60,
        TokenValidityUnits: { AccessToken: 'minutes', RefreshToken: 'minutes' },
        AllowedOAuthFlowsUserPoolClient: false,
        AuthSessionValidity: 15,
        // A user's own token can neither change the email nor mark it as verified.
        WriteAttributes: ['locale'],
      });
    }
    // With a schema, later updates of the pool may fail.
    for (const pool of findResourceProperties(portal, 'AWS::Cognito::UserPool'))
      expect(pool).not.toHaveProperty('Schema');
  });

  test('keeps the former groups and their ids while groups are renamed', () => {
    const readGroups = (title: string) =>
      findResourceProperties(readSynthesized(title).portal, 'AWS::Cognito::UserPoolGroup').map(
        ({ id, GroupName }) => `${id} ${GroupName}`,
      );
    const groupsBefore = readGroups('prod');
    const groupsDuring = readGroups('prod while groups are renamed');
    expect(groupsBefore).toHaveLength(4 * regionIds.length);
    expect(groupsDuring).toEqual(expect.arrayContaining(groupsBefore));
    expect(groupsDuring).toHaveLength(2 * groupsBefore.length);
    expect(groupsDuring.filter((group) => / portal-shop-/.test(group))).toHaveLength(groupsBefore.length);
    const [auth] = findResourceProperties(
      readSynthesized('prod while groups are renamed').portal,
      'AWS::Lambda::Function',
    ).filter(({ id }) => id.startsWith('Featuresauth'));
    const names = JSON.parse(auth?.Environment.Variables.GROUP_NAMES);
    expect([names.length, names[0], names[6]]).toEqual([12, 'portal-shop-admin', 'portal-prod-admin']);
  });

  test.each(regionIds)('writes the emails of the pool of %s in a separate function', (region) => {
    const pool = findResourceProperties(portal, 'AWS::Cognito::UserPool').find(({ UserPoolName }) =>
      UserPoolName.endsWith(`-${region}`),
    );
    const emailsFunction = findFunction(`emails of ${region}`);
    expect(pool?.LambdaConfig).toEqual({ CustomMessage: { 'Fn::GetAtt': [emailsFunction?.id, 'Arn'] } });
    expect(emailsFunction?.Environment.Variables.REGION).toBe(region);
    // Cognito waits five seconds for a trigger.
    expect(emailsFunction?.Timeout).toBe(5);

    const permissions = findResourceProperties(portal, 'AWS::Lambda::Permission').filter(
      ({ FunctionName }) => FunctionName['Fn::GetAtt'][0] === emailsFunction?.id,
    );
    expect(permissions.map(({ Principal, SourceArn }) => [Principal, SourceArn])).toEqual([
      ['cognito-idp.amazonaws.com', { 'Fn::GetAtt': [pool?.id, 'Arn'] }],
    ]);
  });
});

describe('data', () => {
  test.each(Object.entries(tables))(
    'creates the table %s with on-demand billing, point-in-time recovery, its TTL and its stream',
    (name, table) => {
      const createdTable = findResourceProperties(portal, 'AWS::DynamoDB::Table').find(({ id }) =>
        id.startsWith(`Data${name}`),
      );
      expect(createdTable).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
      expect(createdTable?.TimeToLiveSpecification?.AttributeName).toBe('expires' in table ? table.expires : undefined);
      expect(createdTable?.StreamSpecification).toEqual(
        'stream' in table ? { StreamViewType: 'NEW_AND_OLD_IMAGES' } : undefined,
      );
    },
  );
});

describe('functions', () => {
  test('receive the date of external terms of service', () => {
    const regionsVariables = findResourceProperties(
      readSynthesized('prod with every option').portal,
      'AWS::Lambda::Function',
    )
      .map(({ Environment }) => renderIntrinsic(Environment?.Variables.REGIONS ?? ''))
      .filter((value) => value !== '');
    expect(regionsVariables.length).toBeGreaterThanOrEqual(features.length);
    for (const value of regionsVariables) expect(JSON.parse(value).nuk.termsLastUpdated).toBe('2025-03-01');
  });

  test.each(features)('%s runs on arm64 and Node.js 24, with time and memory limits', (feature) => {
    const isFileReader = feature.endsWith('-files');
    expect(findFunction(feature)).toMatchObject({
      Architectures: ['arm64'],
      Runtime: 'nodejs24.x',
      MemorySize: isFileReader ? 1769 : 1024,
      Timeout: isFileReader || feature === 'auth' ? 15 : feature === 'jobs' ? 28 : 10,
    });
  });

  test.each(['repairs', 'returns'] as const)("%s times out before a booking's in-flight window ends", (feature) =>
    expect(findFunction(feature).Timeout).toBeLessThan(limits.booking.inProgressSeconds),
  );

  test("trace only the features that open pages don't poll", () => {
    const tracedFunctions = functions.filter(({ TracingConfig }) => TracingConfig?.Mode === 'Active');
    expect(tracedFunctions.map(({ Description }) => Description.replace(/^.*: /, '')).toSorted()).toEqual([
      'jobs',
      'return-files',
      'user-files',
      'users',
    ]);
  });

  test('reserve concurrency for file readers, jobs and reconciliation', () =>
    expect(
      findResourceProperties(readSynthesized('local').portal, 'AWS::Lambda::Function')
        .filter((fn) => fn.ReservedConcurrentExecutions !== undefined)
        .map(({ id, ReservedConcurrentExecutions }) => [id, ReservedConcurrentExecutions]),
    ).toEqual([
      [findFunction('job-worker')?.id, 4],
      [findFunction('return-files')?.id, 10],
      [findFunction('user-files')?.id, 5],
      [findFunction('user-reconciliation')?.id, 1],
    ]));
});

describe('api', () => {
  const routeKeys = findResourceProperties(portal, 'AWS::ApiGatewayV2::Route').map((route) => route.RouteKey);
  const table = features.flatMap((feature) => Object.values<Route>(routes[feature]));

  test('has exactly the routes of the table', () =>
    expect(routeKeys.toSorted()).toEqual(table.map(({ method, path }) => `${method} ${path}`).toSorted()));

  test("is throttled, has CloudFront's path prefix as its stage name and logs no path", () => {
    const [stage] = findResourceProperties(portal, 'AWS::ApiGatewayV2::Stage');
    expect(stage).toMatchObject({ StageName: apiStage, DefaultRouteSettings: { ThrottlingRateLimit: 2000 } });
    expect(JSON.parse(stage?.AccessLogSettings.Format)).toMatchObject({
      routeKey: '$context.routeKey',
      status: '$context.status',
    });
    expect(stage?.AccessLogSettings.Format).not.toMatch(/\$context\.(path|identity)/);
  });

  test('is the only caller of its functions', () => {
    const featureIds = features.map((feature) => findFunction(feature)?.id);
    const permissions = findResourceProperties(portal, 'AWS::Lambda::Permission').filter(({ FunctionName }) =>
      featureIds.includes(FunctionName['Fn::GetAtt'][0]),
    );
    expect(permissions).toHaveLength(features.length);
    for (const permission of permissions) {
      expect(permission.Principal).toBe('apigateway.amazonaws.com');
      expect(renderIntrinsic(permission.SourceArn)).toMatch(
        /execute-api:eu-central-1:<AWS::AccountId>:<ApiHttp\w+>\/\*\/\*\/\*$/,
      );
    }
  });
});

test('never changes how secrets are generated, which would overwrite their stored values', () => {
  const generationSettings = findResourceProperties(readSynthesized('prod').portal, 'AWS::SecretsManager::Secret').map(
    ({ id, GenerateSecretString }) => [id.replace(/[0-9A-F]{8}$/, ''), GenerateSecretString],
  );
  expect(Object.fromEntries(generationSettings)).toEqual({
    SecretsOrigin: { PasswordLength: 48, ExcludePunctuation: true },
    SecretsCaptcha: { PasswordLength: 40, ExcludePunctuation: true },
    SecretsAddressKey: { PasswordLength: 48, ExcludePunctuation: true },
    SecretsClients: undefined,
  });
});

test('accepts uploads from the site only and expires them after a day', () => {
  const [bucket] = findResourceProperties(portal, 'AWS::S3::Bucket').filter(({ id }) => id.startsWith('FilesUploads'));
  const { CorsConfiguration, LifecycleConfiguration } = bucket ?? {};
  const [{ AllowedMethods, AllowedOrigins }, ...unexpected] = CorsConfiguration.CorsRules;
  expect([unexpected, AllowedMethods, AllowedOrigins.map(renderIntrinsic)]).toEqual([
    [],
    ['POST'],
    [expect.stringMatching(/^https:\/\/<WebsiteDistribution\w+\.DomainName>$/)],
  ]);
  const expiration = { ExpirationInDays: 1, Status: 'Enabled' };
  expect(LifecycleConfiguration.Rules).toContainEqual(expect.objectContaining(expiration));
});

test('blocks public access to every bucket', () => {
  const names = ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'];
  const blockedAccess = Object.fromEntries(names.map((name) => [name, true]));
  const buckets = findResourceProperties(portal, 'AWS::S3::Bucket');
  expect(buckets.length).toBeGreaterThan(0);
  for (const { PublicAccessBlockConfiguration } of buckets)
    expect(PublicAccessBlockConfiguration).toEqual(blockedAccess);
});

test('outputs the names that operators need', () =>
  expect(
    Object.keys(portal.toJSON()['Outputs'])
      // Exports to the stage's other stacks.
      .filter((name) => !name.startsWith('Publish'))
      .toSorted(),
  ).toEqual(
    [
      outputs.siteUrl,
      ...tableNames.map(outputs.table),
      outputs.eventBus,
      outputs.originSecret,
      outputs.captchaSecret,
      outputs.rollbackAlarms,
      ...regionIds.flatMap((region) => [outputs.userPoolId(region), outputs.userPoolClientId(region)]),
    ].toSorted(),
  ));
