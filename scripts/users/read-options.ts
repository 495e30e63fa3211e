import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { findStage } from '#infra/stages.ts';
import type { Role } from '#shared/groups.ts';
import { roles } from '#shared/groups.ts';
import type { RegionId } from '#shared/regions.ts';
import { rolesFor } from '#shared/users/user.ts';

/** Names of roles with commas between them. */
export const roleList = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
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

/** Reads `--name value` as a schema has it; `flags` take no value. Throws with one line for each option that is missing or wrong. */
export const readOptions = <Schema extends z.ZodMiniType & { readonly shape: object }>(
  schema: Schema,
  args: string[],
  flags: readonly string[] = [],
): z.output<Schema> => {
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(
      Object.keys(schema.shape).map((name) => [
        name,
        { type: flags.includes(name) ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
  });
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  throw new Error(
    parsed.error.issues
      .map(({ path: [name = ''] }) => `--${String(name)} is ${values[String(name)] ? 'not valid' : 'missing'}.`)
      .join('\n'),
  );
};
