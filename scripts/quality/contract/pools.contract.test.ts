import { afterEach, expect, test } from '@jest/globals';
import { toOutcome, testIfTargetHas } from '#scripts/local-cloud/testing/cognito-target.ts';
import { openPortalPool } from './testing/steps.ts';

const { target, portal } = openPortalPool();
afterEach(() => target.deniedActions.clear());

test("creates ids and secrets in AWS's format", () => {
  const { UserPoolId, ClientId, ClientSecret } = portal;
  expect(UserPoolId).toMatch(new RegExp(`^${target.region}_[0-9a-zA-Z]{9}$`));
  expect(ClientId).toMatch(/^[0-9a-z]{26}$/);
  expect(ClientSecret).toMatch(/^[0-9a-z]{40,64}$/);
});

testIfTargetHas('policies')('denies a caller without permission, naming action and pool', async () => {
  target.deniedActions.add('cognito-idp:ListUsers');
  const message = await toOutcome(portal.cognito.listUsers({ UserPoolId: portal.UserPoolId }));
  expect(message).toMatch(/^AccessDeniedException: .* is not authorized to perform: cognito-idp:ListUsers/);
  expect(message).toContain(`arn:aws:cognito-idp:eu-central-1:000000000000:userpool/${portal.UserPoolId}`);
});

testIfTargetHas('policies')("needs no policy for calls with the user's own token", async () => {
  const { RefreshToken } = await portal.createSignedInUser('open@example.com');
  target.deniedActions.add('cognito-idp:GetTokensFromRefreshToken').add('cognito-idp:SetUserMFAPreference');
  const { AccessToken } = await portal.refresh(RefreshToken);
  expect(await toOutcome(portal.useToken(AccessToken))).toBe('succeeded');
});

testIfTargetHas('rejections')('rejects an unsupported operation or parameter by name', async () => {
  expect(await toOutcome(portal.cognito.describeUserPoolDomain({ Domain: 'x' }))).toBe(
    'UnknownOperationException: The local Cognito does not do DescribeUserPoolDomain.',
  );
  expect(await toOutcome(portal.cognito.listUsers({ UserPoolId: portal.UserPoolId, Filter: 'x' }))).toBe(
    'InvalidParameterException: The emulated Cognito does not do the parameter Filter',
  );
});
