import * as z from 'zod/mini';
import { build } from '#scripts/build/build.ts';
import { ClientSettings, PoolSettings } from '#scripts/local-cloud/cognito/settings.ts';
import { readAssembly } from '#scripts/local-cloud/template/assembly.ts';

/**
 * Pool settings that have the same names in CloudFormation and Cognito, without references to the stack's own resources
 * and names.
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
 * Returns the settings that all user pools and clients of the synthesized portal share. The first call may build the
 * portal, which takes a minute.
 */
export const readPortalSettings = () => (settings ??= readSettings());
