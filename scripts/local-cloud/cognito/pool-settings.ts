import * as z from 'zod/mini';

const PasswordPolicy = z.strictObject({
  MinimumLength: z.optional(z.int().check(z.minimum(6), z.maximum(99))),
  RequireUppercase: z.optional(z.boolean()),
  RequireLowercase: z.optional(z.boolean()),
  RequireNumbers: z.optional(z.boolean()),
  RequireSymbols: z.optional(z.boolean()),
  PasswordHistorySize: z.optional(z.literal(0)),
  TemporaryPasswordValidityDays: z.optional(z.int().check(z.minimum(0), z.maximum(365))),
});

const Attribute = z.strictObject({
  Name: z.string(),
  AttributeDataType: z.optional(z.string()),
  Mutable: z.optional(z.boolean()),
  Required: z.optional(z.boolean()),
  DeveloperOnlyAttribute: z.optional(z.literal(false)),
  StringAttributeConstraints: z.optional(z.looseObject({})),
  NumberAttributeConstraints: z.optional(z.looseObject({})),
});

/** The input of CreateUserPool as far as it is emulated; anything else in it is refused. */
export const PoolSettings = z.strictObject({
  PoolName: z.string().check(z.minLength(1), z.maxLength(128)),
  Policies: z.optional(
    z.strictObject({
      PasswordPolicy: z.optional(PasswordPolicy),
      SignInPolicy: z.optional(
        z.strictObject({ AllowedFirstAuthFactors: z.optional(z.tuple([z.literal('PASSWORD')])) }),
      ),
    }),
  ),
  DeletionProtection: z.optional(z.enum(['ACTIVE', 'INACTIVE'])),
  LambdaConfig: z.optional(z.strictObject({ CustomMessage: z.optional(z.string()) })),
  AutoVerifiedAttributes: z.optional(z.array(z.literal('email'))),
  UsernameAttributes: z.array(z.literal('email')).check(z.length(1)),
  UsernameConfiguration: z.optional(z.strictObject({ CaseSensitive: z.literal(false) })),
  AdminCreateUserConfig: z.optional(
    z.strictObject({
      AllowAdminCreateUserOnly: z.optional(z.boolean()),
      InviteMessageTemplate: z.optional(
        z.strictObject({
          EmailSubject: z.optional(z.string()),
          EmailMessage: z.optional(z.string()),
          SMSMessage: z.optional(z.string()),
        }),
      ),
    }),
  ),
  AccountRecoverySetting: z.optional(
    z.strictObject({
      RecoveryMechanisms: z.optional(
        z.array(
          z.strictObject({
            Name: z.enum(['verified_email', 'verified_phone_number', 'admin_only']),
            Priority: z.int(),
          }),
        ),
      ),
    }),
  ),
  EmailVerificationSubject: z.optional(z.string()),
  EmailVerificationMessage: z.optional(z.string()),
  // Self-service sign-up and SMS don't exist here, so these texts are only kept.
  SmsVerificationMessage: z.optional(z.string()),
  VerificationMessageTemplate: z.optional(z.looseObject({})),
  // How AWS sends is its own affair: every message lands in the local inbox. What becomes of it there its configuration set tells.
  EmailConfiguration: z.optional(z.looseObject({ ConfigurationSet: z.optional(z.string()) })),
  MfaConfiguration: z.optional(z.enum(['OFF', 'OPTIONAL'])),
  // CloudFormation's; through the API it is SetUserPoolMfaConfig.
  EnabledMfas: z.optional(z.array(z.literal('SOFTWARE_TOKEN_MFA'))),
  UserPoolAddOns: z.optional(z.strictObject({ AdvancedSecurityMode: z.literal('OFF') })),
  UserPoolTags: z.optional(z.record(z.string(), z.string())),
  UserPoolTier: z.optional(z.enum(['LITE', 'ESSENTIALS', 'PLUS'])),
  Schema: z.optional(z.array(Attribute)),
});
export type PoolSettings = z.infer<typeof PoolSettings>;

/** Cognito's defaults for a policy that says less. */
export const passwordPolicy = (settings: Pick<PoolSettings, 'Policies'>) => {
  const given = settings.Policies?.PasswordPolicy;
  // A policy given in part leaves the other requirements off; no policy at all means all of them.
  return {
    MinimumLength: given?.MinimumLength ?? 8,
    RequireUppercase: given ? (given.RequireUppercase ?? false) : true,
    RequireLowercase: given ? (given.RequireLowercase ?? false) : true,
    RequireNumbers: given ? (given.RequireNumbers ?? false) : true,
    RequireSymbols: given ? (given.RequireSymbols ?? false) : true,
    TemporaryPasswordValidityDays: given?.TemporaryPasswordValidityDays ?? 7,
  };
};
