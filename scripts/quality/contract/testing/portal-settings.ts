import * as z from 'zod/mini';
import { build } from '#scripts/build/build.ts';
import { ClientSettings, PoolSettings } from '#scripts/local-cloud/cognito/settings.ts';
import { readAssembly } from '#scripts/local-cloud/template/assembly.ts';

/**
 * Settings with the same names in CloudFormation and Cognito. References to the stack's own resources and names are
 * left out.
 */
const { shape } = z.pick(PoolSettings, {
  Policies: true,
  UsernameAttributes: true,
  UsernameConfiguration: true,
  AutoVerifiedAttributes: true,
  AdminCreateUserConfig: true,
  AccountRecoverySetting: true,
  UserPoolTier: true,
});

const readSettings = async () => {
  const resources = readAssembly(await build(() => {})).flatMap(({ template }) => Object.values(template.Resources));
  const findProperties = (type: string) => resources.find(({ Type }) => Type === type)?.Properties ?? {};
  const { UserPoolId: _, ...client } = findProperties('AWS::Cognito::UserPoolClient');
  return {
    pool: { PoolName: 'contract', ...z.object(shape).parse(findProperties('AWS::Cognito::UserPool')) },
    client: ClientSettings.parse(client),
  };
};

let settings: ReturnType<typeof readSettings> | undefined;

/**
 * Returns the settings of user pool and client in the synthesized portal; all its pools have the same. Building it
 * first may take a minute.
 */
export const portalSettings = () => (settings ??= readSettings());
