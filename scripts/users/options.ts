import * as z from 'zod/mini';
import { findStage } from '#infra/stages.ts';
import * as field from '#shared/fields.ts';
import type { Role } from '#shared/groups.ts';
import { roles } from '#shared/groups.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { rolesFor } from '#shared/users/user.ts';
import { readOptions } from '../command-line.ts';

/** Of every command: a stage, and of the local cloud where it keeps its data. */
export const ofStage = { stage: z.string(), state: z.optional(z.string()) };

export const roleList = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.split(',').flatMap((name) => name.trim() || [])),
  ),
  z.array(z.enum(roles)),
);

/** Throws for roles that a region of a stage does not have. */
export const refuseRoles = (
  { stage, region }: { readonly stage: string; readonly region: RegionId },
  wanted: readonly Role[],
): void => {
  const missing = wanted.filter((role) => !rolesFor(findStage(stage).regions[region]).includes(role));
  if (missing.length > 0) throw new Error(`${region} on ${stage} has no ${missing.join(', ')}.`);
};

export const usage = `Makes a user, in Cognito and in the portal's directory, and sends an invitation to choose a password.

  npm run create-user -- --stage dev --region nuk --email anna@store.example \\
    --groups admin,register-repairs --store UK-1001 --store-name "Oxford Street"

Whoever is a user already gets exactly these groups and this store: other groups are taken away, from the next request on.

  --stage       the stage, as it was deployed
  --region      nuk, ndach or nfr
  --email       the address to sign in with
  --groups      ${roles.join(', ')}: any of them, with commas; the region's group is added
  --store       the store's id; one that differs from a known id only in case, blanks, hyphens or zeros in front means that store
  --store-name  the name of a store that is new, its id when left out; one that is known keeps its name
  --password    no invitation, but this password, of at least ${limits.password.minLength} characters, for good: for the stages
                local and dev, since a password that an operator knows is nobody's own
  --state       of the local cloud: where it keeps its data (.local/data)

An invitation holds for ${limits.invitationDays} days; repeat the command to send it again. npm run users changes users and takes access away.`;

const options = readOptions({
  ...ofStage,
  region: field.region,
  email: field.email,
  groups: roleList,
  store: field.storeId,
  'store-name': z.optional(field.storeName),
  password: z.optional(z.string().check(z.minLength(limits.password.minLength))),
});

export type Options = ReturnType<typeof options>;

/** Throws with all options that are missing or wrong, for roles that the region does not have, for a stage that there isn't, and for a password where an operator may know none. */
export const parseOptions = (args: string[]): Options => {
  const read = options(args);
  refuseRoles(read, read.groups);
  if (read.password !== undefined && findStage(read.stage).keepsData)
    throw new Error(`On ${read.stage} people choose their own passwords: leave --password out.`);
  return read;
};
