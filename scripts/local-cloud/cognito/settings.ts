import * as z from 'zod/mini';

const flag = z._default(z.boolean(), false);
const ignoredSetting = z.optional(z.unknown());

/** Supported CloudFormation properties of a user pool; anything else is rejected. */
export const PoolSettings = z.strictObject({
  PoolName: z.string().check(z.minLength(1), z.maxLength(128)),
  Policies: z.strictObject({
    PasswordPolicy: z.strictObject({
      MinimumLength: z.int().check(z.minimum(6), z.maximum(99)),
      RequireUppercase: flag,
      RequireLowercase: flag,
      RequireNumbers: flag,
      RequireSymbols: flag,
      TemporaryPasswordValidityDays: z.int().check(z.minimum(0), z.maximum(365)),
    }),
  }),
  LambdaConfig: z.optional(z.strictObject({ CustomMessage: z.optional(z.string()) })),
  UsernameAttributes: z.tuple([z.literal('email')]),
  UsernameConfiguration: z.optional(z.strictObject({ CaseSensitive: z.literal(false) })),
  AutoVerifiedAttributes: z.optional(z.tuple([z.literal('email')])),
  AdminCreateUserConfig: z.optional(z.strictObject({ AllowAdminCreateUserOnly: z.literal(true) })),
  AccountRecoverySetting: z.optional(
    z.strictObject({
      RecoveryMechanisms: z.tuple([z.strictObject({ Name: z.literal('verified_email'), Priority: z.int() })]),
    }),
  ),
  // Every message goes to the local inbox. Only the configuration set is used: it determines which email events are
  // sent.
  EmailConfiguration: z.optional(z.looseObject({ ConfigurationSet: z.optional(z.string()) })),
  MfaConfiguration: z._default(z.enum(['OFF', 'OPTIONAL']), 'OFF'),
  EnabledMfas: z._default(z.array(z.literal('SOFTWARE_TOKEN_MFA')), []),
  Schema: z.optional(
    z.array(
      z.strictObject({ Name: z.string(), Mutable: z.optional(z.boolean()), Required: z.optional(z.literal(false)) }),
    ),
  ),
  DeletionProtection: ignoredSetting,
  // Self-service sign-up and SMS are not supported, and a function writes the emails, so these texts are accepted and
  // ignored.
  EmailVerificationSubject: ignoredSetting,
  EmailVerificationMessage: ignoredSetting,
  SmsVerificationMessage: ignoredSetting,
  VerificationMessageTemplate: ignoredSetting,
  UserPoolTier: z.optional(z.enum(['LITE', 'ESSENTIALS', 'PLUS'])),
});
export type PoolSettings = z.infer<typeof PoolSettings>;
export type PasswordPolicy = PoolSettings['Policies']['PasswordPolicy'];

const minutes = z.literal('minutes');
const tokenMinutes = z.int().check(z.minimum(5), z.maximum(1440));

/** Supported CloudFormation properties of a user pool client; anything else is rejected. */
export const ClientSettings = z.strictObject({
  ClientName: z.string().check(z.minLength(1), z.maxLength(128)),
  GenerateSecret: z.literal(true),
  AccessTokenValidity: tokenMinutes,
  IdTokenValidity: tokenMinutes,
  RefreshTokenValidity: z.int().check(z.minimum(60), z.maximum(5_256_000)),
  TokenValidityUnits: z.strictObject({ AccessToken: minutes, IdToken: minutes, RefreshToken: minutes }),
  ExplicitAuthFlows: z.tuple([z.literal('ALLOW_ADMIN_USER_PASSWORD_AUTH')]),
  PreventUserExistenceErrors: z.literal('ENABLED'),
  EnableTokenRevocation: z.literal(true),
  RefreshTokenRotation: z.strictObject({
    Feature: z.literal('ENABLED'),
    RetryGracePeriodSeconds: z.int().check(z.minimum(0), z.maximum(60)),
  }),
  /** In minutes. */
  AuthSessionValidity: z.int().check(z.minimum(3), z.maximum(15)),
  SupportedIdentityProviders: z.optional(z.tuple([z.literal('COGNITO')])),
  AllowedOAuthFlowsUserPoolClient: z.optional(z.literal(false)),
  // The write attributes are only stored: write permissions of a user's access token are not emulated.
  WriteAttributes: z.optional(z.array(z.string())),
});
export type ClientSettings = z.infer<typeof ClientSettings>;
