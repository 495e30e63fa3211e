import * as z from 'zod/mini';
import { build } from '#scripts/build/build.ts';
import { ClientSettings, PoolSettings } from '#scripts/local-cloud/cognito/settings.ts';
import { readAssembly } from '#scripts/local-cloud/template/assembly.ts';

/** CloudFormation and Cognito name these settings alike. What the stack adds of its own resources and names is left out. */
const { shape } = z.pick(PoolSettings, {
  Policies: true,
  UsernameAttributes: true,
  UsernameConfiguration: true,
  AutoVerifiedAttributes: true,
  AdminCreateUserConfig: true,
  AccountRecoverySetting: true,
  Schema: true,
  UserPoolTier: true,
});

const read = async () => {
  const all = readAssembly(await build(() => {})).flatMap(({ template }) => Object.values(template.Resources));
  const first = (type: string) => all.find(({ Type }) => Type === type)?.Properties ?? {};
  const { UserPoolId: _, ...client } = first('AWS::Cognito::UserPoolClient');
  return {
    pool: { PoolName: 'contract', ...z.object(shape).parse(first('AWS::Cognito::UserPool')) },
    client: ClientSettings.parse(client),
  };
};

let settings: ReturnType<typeof read> | undefined;

/** How the synthesized portal has Cognito: its pools, all alike, and their clients. Building it first may take a minute. */
export const portalSettings = () => (settings ??= read());
