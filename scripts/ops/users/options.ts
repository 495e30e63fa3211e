import * as z from 'zod/mini';
import { findStage } from '#infra/stages.ts';
import { createOptionsParser } from '#scripts/command-line.ts';
import * as field from '#shared/api/fields.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { Role } from '#shared/users/groups.ts';
import { roles } from '#shared/users/groups.ts';
import { findAvailableRoles } from '#shared/users/user.ts';

/** Options of every command: the stage, and the data folder of the local cloud. */
export const stageOptions = { stage: z.string(), state: z.optional(z.string()) };

/** Schema of roles that are separated by commas. */
export const roleList = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.split(',').flatMap((name) => name.trim() || [])),
  ),
  z.array(z.enum(roles)),
);

/** Throws if the region of a stage does not have one of the roles. */
export const assertRolesAvailable = (
  { stage, region }: { readonly stage: string; readonly region: RegionId },
  requestedRoles: readonly Role[],
): void => {
  const missingRoles = requestedRoles.filter(
    (role) => !findAvailableRoles(findStage(stage).regions[region]).includes(role),
  );
  if (missingRoles.length > 0) throw new Error(`${region} on ${stage} has no ${missingRoles.join(', ')}.`);
};

export const usage = `Creates a user in Cognito and in the portal's directory, and sends an invitation to choose a password.

  npm run create-user -- --stage dev --region nuk --email anna@store.example \\
    --groups admin,register-repairs --store UK-1001 --store-name "Oxford Street"

An existing user gets exactly these groups and this store: other groups are revoked from the next request on.

  --stage       name of the deployed stage
  --region      nuk, ndach or nfr
  --email       the address to sign in with
  --groups      ${roles.join(', ')}: any of them, separated by commas; the region's group is added
  --store       the store's id; an id that differs from a known one only in case, spaces, hyphens or leading zeros means that store
  --store-name  the name of a new store (default: its id); a known store keeps its name
  --password    sets this permanent password, of at least ${limits.password.minLength} characters, instead of sending an invitation;
                only for the stages local and dev, because an operator must not know a real user's password
  --state       data folder of the local cloud (.local/data)

An invitation is valid for ${limits.invitationDays} days; repeat the command to send it again. npm run users changes users and revokes access.`;

const readUserOptions = createOptionsParser({
  ...stageOptions,
  region: field.region,
  email: field.email,
  groups: roleList,
  store: field.storeId,
  'store-name': z.optional(field.storeName),
  password: z.optional(z.string().check(z.minLength(limits.password.minLength))),
});

export type Options = ReturnType<typeof readUserOptions>;

/**
 * Parses the options. Throws with all missing or invalid options, and for roles that the region does not have, an
 * unknown stage, or a password on a stage where operators must not know any.
 */
export const parseOptions = (args: string[]): Options => {
  const options = readUserOptions(args);
  assertRolesAvailable(options, options.groups);
  if (options.password !== undefined && findStage(options.stage).keepsData)
    throw new Error(`On ${options.stage} people choose their own passwords: leave --password out.`);
  return options;
};
