import * as z from 'zod/mini';
import { build } from '#scripts/build/build.ts';
import { readAssembly } from '#scripts/local-cloud/template/assembly.ts';

/** CloudFormation and Cognito name these settings alike. What the stack adds of its own resources and names is left out. */
const pool = z.object({
  UsernameAttributes: z.array(z.literal('email')),
  UsernameConfiguration: z.object({ CaseSensitive: z.boolean() }),
  AutoVerifiedAttributes: z.array(z.literal('email')),
  AdminCreateUserConfig: z.object({ AllowAdminCreateUserOnly: z.boolean() }),
  Policies: z.object({
    PasswordPolicy: z.object({
      MinimumLength: z.number(),
      RequireUppercase: z.boolean(),
      RequireLowercase: z.boolean(),
      RequireNumbers: z.boolean(),
      RequireSymbols: z.boolean(),
      TemporaryPasswordValidityDays: z.number(),
    }),
  }),
  AccountRecoverySetting: z.object({
    RecoveryMechanisms: z.array(z.object({ Name: z.literal('verified_email'), Priority: z.number() })),
  }),
  Schema: z.array(z.object({ Name: z.literal('email'), Mutable: z.literal(false), Required: z.literal(false) })),
  UserPoolTier: z.literal(['LITE', 'ESSENTIALS', 'PLUS']),
});

const client = z.object({
  ClientName: z.string(),
  GenerateSecret: z.boolean(),
  ExplicitAuthFlows: z.array(z.literal('ALLOW_ADMIN_USER_PASSWORD_AUTH')),
  WriteAttributes: z.array(z.literal('locale')),
  PreventUserExistenceErrors: z.literal('ENABLED'),
  EnableTokenRevocation: z.boolean(),
  AuthSessionValidity: z.number(),
  AccessTokenValidity: z.number(),
  IdTokenValidity: z.number(),
  RefreshTokenValidity: z.number(),
  TokenValidityUnits: z.object({
    AccessToken: z.literal('minutes'),
    IdToken: z.literal('minutes'),
    RefreshToken: z.literal('minutes'),
  }),
  RefreshTokenRotation: z.object({ Feature: z.literal('ENABLED'), RetryGracePeriodSeconds: z.number() }),
});

const read = async () => {
  const all = readAssembly(await build(() => {}), 'eu-central-1').flatMap(({ template }) =>
    Object.values(template.Resources),
  );
  const first = (type: string) => all.find(({ Type }) => Type === type)?.Properties;
  return {
    pool: { PoolName: 'contract', ...pool.parse(first('AWS::Cognito::UserPool')) },
    client: client.parse(first('AWS::Cognito::UserPoolClient')),
  };
};

let settings: ReturnType<typeof read> | undefined;

/** How the synthesized portal has Cognito: its pools, all alike, and their clients. Building it first may take a minute. */
export const portalSettings = () => (settings ??= read());
