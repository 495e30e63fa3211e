import {
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  DescribeUserPoolClientCommand,
  DescribeUserPoolDomainCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { CreateUserPoolClientCommandInput } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { openTarget, refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import type { Target } from '#scripts/local-cloud/testing/cognito-target.ts';
import { buildTimeoutMs, setUp } from './testing/steps.ts';
import type { Setting } from './testing/steps.ts';

let target: Target;
let portal: Setting;
beforeAll(async () => {
  target = await openTarget();
  portal = await setUp(target);
}, buildTimeoutMs);
afterEach(() => target.denied.clear());
afterAll(() => target.close());

const post = (operation: string, body: string, headers: Record<string, string> = {}) =>
  fetch(target.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      ...headers,
    },
    body,
  });

test("ids, ARN and secret have AWS's form", async () => {
  const { UserPool } = await portal.send(new CreateUserPoolCommand(portal.settings.pool));
  target.pools.push(UserPool?.Id ?? '');
  expect(UserPool?.Id).toMatch(new RegExp(`^${target.region}_[0-9a-zA-Z]{9}$`));
  expect(UserPool?.Arn).toMatch(new RegExp(`^arn:aws:cognito-idp:${target.region}:\\d{12}:userpool/${UserPool?.Id}$`));
  expect(portal.ClientId).toMatch(/^[0-9a-z]{26}$/);
  expect(portal.ClientSecret).toMatch(/^[0-9a-z]{40,64}$/);
});

test('a client is described with its secret', async () => {
  const { UserPoolId, ClientId, ClientSecret } = portal;
  const { UserPoolClient } = await portal.send(new DescribeUserPoolClientCommand({ UserPoolId, ClientId }));
  const { GenerateSecret: _, ...settings } = portal.settings.client;
  expect(UserPoolClient).toMatchObject({ ...settings, UserPoolId, ClientId, ClientSecret });
});

test('settings that exclude each other make no client', async () => {
  const make = (more: Partial<CreateUserPoolClientCommandInput>) =>
    refusal(
      portal.send(
        new CreateUserPoolClientCommand({ ...portal.settings.client, ...more, UserPoolId: portal.UserPoolId }),
      ),
    );
  expect((await make({ ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'] })).name).toBe('InvalidParameterException');
  expect((await make({ AccessTokenValidity: 4 })).name).toBe('InvalidParameterException');
  expect((await make({ AccessTokenValidity: 600, RefreshTokenValidity: 1 })).name).toBe('InvalidParameterException');
});

testWith('policies')('a caller without the grant is denied, by action and pool', async () => {
  target.denied.add('cognito-idp:AdminGetUser');
  const { name, message } = await refusal(portal.adminGet('any@example.com'));
  expect(name).toBe('AccessDeniedException');
  expect(message).toContain('not authorized to perform: cognito-idp:AdminGetUser');
  expect(message).toContain(`arn:aws:cognito-idp:eu-central-1:000000000000:userpool/${portal.UserPoolId}`);
});

testWith('policies')("calls of the user's own ask no policy", async () => {
  await portal.confirmed('open@example.com');
  const { RefreshToken } = await portal.signIn('open@example.com');
  target.denied.add('cognito-idp:GetTokensFromRefreshToken').add('cognito-idp:SetUserMFAPreference');
  const { AccessToken } = await portal.refresh(RefreshToken);
  await expect(portal.useToken(AccessToken)).resolves.toBeDefined();
});

test("an administrator's call without a signature is refused", async () => {
  const response = await post('AdminGetUser', JSON.stringify({ UserPoolId: portal.UserPoolId, Username: 'x' }));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ __type: expect.stringContaining('MissingAuthenticationToken') });
});

testWith('refusals')('an operation that is not emulated is refused by name', async () => {
  expect(await refusal(portal.send(new DescribeUserPoolDomainCommand({ Domain: 'x' })))).toEqual({
    name: 'UnknownOperationException',
    message: 'The local Cognito does not do DescribeUserPoolDomain.',
  });
});

testWith('refusals')('a parameter that is not emulated is refused by name', async () => {
  const withSms = new CreateUserPoolCommand({
    PoolName: 'x',
    SmsConfiguration: { SnsCallerArn: 'arn:aws:iam::000000000000:role/sms' },
  });
  expect(await refusal(portal.send(withSms))).toEqual({
    name: 'InvalidParameterException',
    message: 'The emulated Cognito does not do the parameter SmsConfiguration',
  });
});
