import { describe, expect, test } from '@jest/globals';
import { apiStage } from '#shared/http.ts';
import { limits } from '#shared/limits.ts';
import { regionIds } from '#shared/regions.ts';
import type { Route } from '#shared/route.ts';
import { features, routes } from '#shared/routes/table.ts';
import { tableNames, tables } from '#shared/tables.ts';
import { outputs } from './outputs.ts';
import { propertiesOf, spelled, synthesized } from './testing/synthesized.ts';

const { portal } = synthesized('dev');
const functions = propertiesOf(portal, 'AWS::Lambda::Function').filter(({ Description }) =>
  String(Description).startsWith('Retailer support portal'),
);
const functionOf = (feature: string) => functions.find((fn) => fn.Description.endsWith(`: ${feature}`));

describe('sign-in', () => {
  test.each(regionIds)('%s has a pool of its own, closed to sign-up', (region) =>
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

  test('each pool has one confidential client that only the server can sign in with', () => {
    const clients = propertiesOf(portal, 'AWS::Cognito::UserPoolClient');
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
        // Nobody's own token changes an address, nor says that it is proved.
        WriteAttributes: ['locale'],
      });
    }
    for (const pool of propertiesOf(portal, 'AWS::Cognito::UserPool'))
      expect(pool).toMatchObject({ Schema: [{ Name: 'email', Mutable: false }] });
  });

  test.each(regionIds)(
    'what the pool of %s sends is written by a function of its own, in the region it is told',
    (region) => {
      const pool = propertiesOf(portal, 'AWS::Cognito::UserPool').find(({ UserPoolName }) =>
        UserPoolName.endsWith(`-${region}`),
      );
      const writer = functionOf(`emails of ${region}`);
      expect(pool?.LambdaConfig).toEqual({ CustomMessage: { 'Fn::GetAtt': [writer?.id, 'Arn'] } });
      expect(writer?.Environment.Variables.REGION).toBe(region);
      // Cognito gives up on it after as many seconds.
      expect(writer?.Timeout).toBe(5);

      const permissions = propertiesOf(portal, 'AWS::Lambda::Permission').filter(
        ({ FunctionName }) => FunctionName['Fn::GetAtt'][0] === writer?.id,
      );
      expect(permissions.map(({ Principal, SourceArn }) => [Principal, SourceArn])).toEqual([
        ['cognito-idp.amazonaws.com', { 'Fn::GetAtt': [pool?.id, 'Arn'] }],
      ]);
    },
  );
});

describe('data', () => {
  test.each(Object.entries(tables))(
    '%s is on demand and recoverable, forgets and is heard of as it says',
    (name, table) => {
      const made = propertiesOf(portal, 'AWS::DynamoDB::Table').find(({ id }) => id.startsWith(`Data${name}`));
      expect(made).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
      expect(made?.TimeToLiveSpecification?.AttributeName).toBe('expires' in table ? table.expires : undefined);
      expect(made?.StreamSpecification).toEqual(
        'stream' in table ? { StreamViewType: 'NEW_AND_OLD_IMAGES' } : undefined,
      );
    },
  );
});

describe('functions', () => {
  test('where the terms of a region are elsewhere, functions are told the date of those', () => {
    const told = propertiesOf(synthesized('prod with every option').portal, 'AWS::Lambda::Function')
      .map(({ Environment }) => spelled(Environment?.Variables.REGIONS ?? ''))
      .filter((value) => value !== '');
    expect(told.length).toBeGreaterThanOrEqual(features.length);
    for (const value of told) expect(JSON.parse(value).nuk.termsLastUpdated).toBe('2025-03-01');
  });

  test.each(features)('%s runs on arm64 and Node 24, with a limit to its time and memory', (feature) => {
    const isReader = feature.endsWith('-files');
    expect(functionOf(feature)).toMatchObject({
      Architectures: ['arm64'],
      Runtime: 'nodejs24.x',
      MemorySize: isReader ? 1769 : 1024,
      Timeout: isReader || feature === 'auth' ? 15 : feature === 'jobs' ? 28 : 10,
    });
  });

  test.each(['repairs', 'returns'] as const)(
    '%s has ended before another attempt takes a booking’s id over',
    (feature) => expect(functionOf(feature).Timeout).toBeLessThan(limits.booking.underWaySeconds),
  );

  test('what open pages ask all day is not traced, which would cost as much as all the rest of it', () => {
    const traced = functions.filter(({ TracingConfig }) => TracingConfig?.Mode === 'Active');
    expect(traced.map(({ Description }) => Description.replace(/^.*: /, '')).toSorted()).toEqual([
      'jobs',
      'return-files',
      'user-files',
      'users',
    ]);
  });

  test('files are read a few at once, so that this never takes what the others need; jobs have a share of their own, and the directory is reconciled by one', () =>
    expect(
      propertiesOf(synthesized('local').portal, 'AWS::Lambda::Function')
        .filter((fn) => fn.ReservedConcurrentExecutions !== undefined)
        .map(({ id, ReservedConcurrentExecutions }) => [id, ReservedConcurrentExecutions]),
    ).toEqual([
      [functionOf('job-worker')?.id, 4],
      [functionOf('return-files')?.id, 10],
      [functionOf('user-files')?.id, 5],
      [functionOf('reconciliation')?.id, 1],
    ]));
});

describe('api', () => {
  const keys = propertiesOf(portal, 'AWS::ApiGatewayV2::Route').map((route) => route.RouteKey);
  const table = features.flatMap((feature) => Object.values<Route>(routes[feature]));

  test('has every route of the table and no other', () =>
    expect(keys.toSorted()).toEqual(table.map(({ method, path }) => `${method} ${path}`).toSorted()));

  test("is served by a throttled stage whose name is CloudFront's path, and logs no path", () => {
    const [stage] = propertiesOf(portal, 'AWS::ApiGatewayV2::Stage');
    expect(stage).toMatchObject({ StageName: apiStage, DefaultRouteSettings: { ThrottlingRateLimit: 2000 } });
    expect(JSON.parse(stage?.AccessLogSettings.Format)).toMatchObject({
      routeKey: '$context.routeKey',
      status: '$context.status',
    });
    expect(stage?.AccessLogSettings.Format).not.toMatch(/\$context\.(path|identity)/);
  });

  test('may call its functions, and nobody else may', () => {
    const featureIds = features.map((feature) => functionOf(feature)?.id);
    const permissions = propertiesOf(portal, 'AWS::Lambda::Permission').filter(({ FunctionName }) =>
      featureIds.includes(FunctionName['Fn::GetAtt'][0]),
    );
    expect(permissions).toHaveLength(features.length);
    for (const permission of permissions) {
      expect(permission.Principal).toBe('apigateway.amazonaws.com');
      expect(spelled(permission.SourceArn)).toMatch(
        /execute-api:eu-central-1:<AWS::AccountId>:<ApiHttp\w+>\/\*\/\*\/\*$/,
      );
    }
  });
});

test('uploads go to a bucket that takes posts from the site only, and are gone after a day', () => {
  const [bucket] = propertiesOf(portal, 'AWS::S3::Bucket').filter(({ id }) => id.startsWith('FilesUploads'));
  const { CorsConfiguration, LifecycleConfiguration } = bucket ?? {};
  const [{ AllowedMethods, AllowedOrigins }, ...others] = CorsConfiguration.CorsRules;
  expect([others, AllowedMethods, AllowedOrigins.map(spelled)]).toEqual([
    [],
    ['POST'],
    [expect.stringMatching(/^https:\/\/<WebsiteDistribution\w+\.DomainName>$/)],
  ]);
  const gone = { ExpirationInDays: 1, Status: 'Enabled' };
  expect(LifecycleConfiguration.Rules).toContainEqual(expect.objectContaining(gone));
});

test('every bucket is closed to the public', () => {
  const names = ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'];
  const closed = Object.fromEntries(names.map((name) => [name, true]));
  for (const { PublicAccessBlockConfiguration } of propertiesOf(portal, 'AWS::S3::Bucket'))
    expect(PublicAccessBlockConfiguration).toEqual(closed);
});

test('operators find the site, the pools, the directory and the bus among the outputs', () =>
  expect(
    Object.keys(portal.toJSON()['Outputs'])
      // What another of the stage's stacks is handed.
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
