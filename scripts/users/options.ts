import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { roles } from '#shared/groups.ts';
import { limits } from '#shared/limits.ts';

export const usage = `Makes a user, in Cognito and in the portal's directory: one who can sign in, or one who is invited to.

  npm run create-user -- --stage dev --region nuk --email anna@store.example \\
    --groups admin,register-repairs --store UK-1001 --store-name "Oxford Street"

  --stage       the stage, as it was deployed
  --region      nuk, ndach or nfr
  --email       the address to sign in with
  --groups      ${roles.join(', ')}: one or more, with commas; the region's group is added
  --store       the store's id
  --store-name  the store's name; when left out the one it has, or its id
  --password    at least ${limits.password.minLength} characters; one is made and shown when left out
  --invite      no password: an email with a temporary one, for ${limits.invitationDays} days; again for whoever is invited already
  --state       of the local cloud: where it keeps its data (.local/data)`;

const options = z.strictObject({
  stage: z.string(),
  region: field.region,
  email: field.email,
  groups: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.split(',').map((name) => name.trim())),
    ),
    z.array(z.enum(roles)),
  ),
  store: field.storeId,
  'store-name': z.optional(field.requiredLine(limits.text.storeName)),
  password: z.optional(z.string().check(z.minLength(limits.password.minLength))),
  invite: z._default(z.boolean(), false),
  state: z.optional(z.string()),
});

export type Options = z.output<typeof options>;

const typeOf = (name: string) => (name === 'invite' ? ('boolean' as const) : ('string' as const));

/** Throws with one line for each option that is missing or wrong. */
export const parseOptions = (args: string[]): Options => {
  const names = Object.keys(options.shape);
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(names.map((name) => [name, { type: typeOf(name) }])),
  });
  if (values['invite'] && values['password'] !== undefined) {
    throw new Error('--password and --invite exclude each other: who is invited chooses the password.');
  }
  const parsed = options.safeParse(values);
  if (parsed.success) return parsed.data;
  throw new Error(
    parsed.error.issues
      .map(({ path: [name = ''] }) => `--${String(name)} is ${values[String(name)] ? 'not valid' : 'missing'}.`)
      .join('\n'),
  );
};
