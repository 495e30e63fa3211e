import { DescribeUserPoolDomainCommand, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, expect, test } from '@jest/globals';
import { refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import { contractPortal } from './testing/steps.ts';

const { target, portal } = contractPortal();
afterEach(() => target.denied.clear());

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

test("ids, ARN and secret have AWS's form", () => {
  const { UserPoolId, arn, ClientId, ClientSecret } = portal;
  expect(UserPoolId).toMatch(new RegExp(`^${target.region}_[0-9a-zA-Z]{9}$`));
  expect(arn).toMatch(new RegExp(`^arn:aws:cognito-idp:${target.region}:\\d{12}:userpool/${UserPoolId}$`));
  expect(ClientId).toMatch(/^[0-9a-z]{26}$/);
  expect(ClientSecret).toMatch(/^[0-9a-z]{40,64}$/);
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
  const withMore = { UserPoolId: portal.UserPoolId, Filter: 'x' };
  expect(await refusal(portal.send(new ListUsersCommand(withMore)))).toEqual({
    name: 'InvalidParameterException',
    message: 'The emulated Cognito does not do the parameter Filter',
  });
});
