import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Actor } from '#lambdas/lib/users/audit.ts';
import type { Difference } from '#lambdas/lib/users/reconcile.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { findRoles } from '#lambdas/lib/users/user-row.ts';
import { flag, createCommandParser } from '#scripts/command-line.ts';
import { AppError } from '#shared/api/errors.ts';
import * as field from '#shared/api/fields.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regionIds } from '#shared/config/regions.ts';
import { roles } from '#shared/users/groups.ts';
import { toUserStatus } from '#shared/users/user.ts';
import { explainError, createUserChanges } from './change-user.ts';
import type { Directory } from './directory.ts';
import { moveGroups } from './move-groups.ts';
import { stageOptions, assertRolesAvailable, roleList } from './options.ts';
import { reinviteAll } from './reinvite.ts';

export const usage = `Changes users without the portal's pages. Every change takes effect with the user's next request, and is recorded.

  npm run users -- disable --stage dev --region nuk --email anna@store.example

  disable    ends all sessions, and prevents signing in until the user is enabled
  enable     lets a disabled user sign in again
  delete     permanently deletes the user in Cognito and in the directory; --dry-run only prints the user
  groups     grants exactly the roles in --groups and revokes all others: ${roles.join(', ')}, with commas; '' for none
  codes      turns off one-time codes for a user who has lost their app, even for the only admin
  invite     sends the invitation again
  list       the region's users
  reinvite   creates all users of the directory in a new pool (docs/runbooks/restore.md)
  move-groups  moves the members of renamed groups to the new groups (docs/runbooks/groups.md); repeat it until it moves none
  reconcile  shows differences between the directory and Cognito, in all regions or one; --mend repairs them. Exits with 1 if any remain

  --state    data folder of the local cloud (.local/data)`;

const regionOptions = { ...stageOptions, region: field.region };
const userOptions = { ...regionOptions, email: field.email };

const read = createCommandParser({
  disable: userOptions,
  enable: userOptions,
  delete: { ...userOptions, 'dry-run': flag },
  groups: { ...userOptions, groups: roleList },
  codes: userOptions,
  invite: userOptions,
  list: regionOptions,
  reinvite: regionOptions,
  'move-groups': stageOptions,
  reconcile: { ...stageOptions, region: z.optional(field.region), mend: flag },
});

export const parseCommand = (args: string[]) => {
  const command = read(args);
  if (command.name === 'groups') assertRolesAvailable(command, command.groups);
  return command;
};

export type Command = ReturnType<typeof parseCommand>;

/** Result of a command: lines to print, and whether it succeeded. */
export type CommandResult = { readonly lines: readonly string[]; readonly isSuccessful: boolean };

const formatValue = (value: unknown) => (Array.isArray(value) ? value.join(', ') || 'none' : String(value ?? 'none'));

const describeDifference = (difference: Difference): string => {
  switch (difference.kind) {
    case 'goneFromCognito':
      return 'Cognito does not know this user';
    case 'unknownToDirectory':
      return 'the directory does not know this user';
    case 'changedInCognito': {
      const { before, after } = difference;
      const names = Object.keys({ ...before, ...after }) as (keyof typeof before)[];
      return names.length === 0
        ? 'has another address, or other names of groups, in Cognito'
        : names.map((name) => `${name}: ${formatValue(before[name])} -> ${formatValue(after[name])}`).join('; ');
    }
  }
};

const outcomeLabels: Record<Difference['outcome'], string> = {
  shown: '',
  mended: ' [mended]',
  left: ' [is being changed by somebody: left to the next time]',
  failed: ' [failed]',
};

const reconcile = async (
  directory: Directory,
  onlyRegion: RegionId | undefined,
  repairActor: Actor | undefined,
): Promise<CommandResult> => {
  const lines: string[] = [];
  let isSuccessful = true;
  for (const region of regionIds.filter((id) => onlyRegion === undefined || id === onlyRegion)) {
    const { users, differences, waiting, failures } = await directory.reconcile(
      region,
      repairActor && { repairAs: repairActor },
    );
    lines.push(`${region}: ${users} users, ${differences.length} differences`);
    for (const difference of differences)
      lines.push(`  ${difference.email}: ${describeDifference(difference)}${outcomeLabels[difference.outcome]}`);
    for (const email of waiting) lines.push(`  ${email}: waits, made in Cognito less than an hour ago`);
    for (const failure of failures) lines.push(`  ${explainError(failure)}`);
    isSuccessful &&= differences.every(({ outcome }) => outcome === 'mended') && failures.length === 0;
  }
  return { lines, isSuccessful };
};

const listUsers = async ({ users, configuredGroups, now }: Directory, region: RegionId): Promise<CommandResult> => {
  const lines: string[] = [];
  const formatUser = (row: User) =>
    [
      row.email,
      row.enabled ? toUserStatus(row, now()) : 'disabled',
      formatValue(findRoles(row, configuredGroups)),
      row.storeId || 'no store',
    ].join('  ');
  for await (const page of users.listAll(region)) lines.push(...page.map(formatUser));
  return { lines, isSuccessful: true };
};

/** Runs a command. Audit events name an operator as the actor, under the id in the last printed line. */
export const runCommand = async (directory: Directory, command: Command): Promise<CommandResult> => {
  if (command.name === 'list') return listUsers(directory, command.region);
  const actor = { by: 'operator', requestId: randomUUID() };
  const recordedLine = `Recorded as ${actor.requestId}.`;
  if (command.name === 'reconcile') {
    const { lines, isSuccessful } = await reconcile(directory, command.region, command.mend ? actor : undefined);
    return { lines: command.mend ? [...lines, recordedLine] : lines, isSuccessful };
  }
  if (command.name === 'reinvite') {
    const { invitedCount, disabledCount } = await reinviteAll(directory, actor, command.region);
    return {
      lines: [
        `${invitedCount} people of ${command.region} are invited again, ${disabledCount} stay disabled.`,
        recordedLine,
      ],
      isSuccessful: true,
    };
  }
  if (command.name === 'move-groups') {
    const { movedCount, failures } = await moveGroups(directory, actor);
    return {
      lines: [
        `${movedCount} memberships were moved to the new groups.`,
        ...failures.map((failure) => explainError(failure)),
        recordedLine,
      ],
      isSuccessful: failures.length === 0,
    };
  }
  const { region, email } = command;
  const changes = createUserChanges(directory, actor);
  const execute = async (): Promise<string> => {
    switch (command.name) {
      case 'disable':
        await changes.disable(command);
        return `${email} is disabled in ${region}, and all sessions have ended.`;
      case 'enable':
        await changes.enable(command);
        return `${email} may sign in to ${region} again.`;
      case 'delete':
        await changes.remove(command);
        return `${email} is deleted from ${region}.`;
      case 'groups': {
        const row = await changes.changeRoles(command, command.groups);
        const roleNames = formatValue(findRoles(row, directory.configuredGroups));
        return `${email} has these roles in ${region}: ${roleNames}.`;
      }
      case 'codes':
        await changes.resetSecondFactor(command);
        return `${email} signs in to ${region} with the password alone, until they set one-time codes up again.`;
      case 'invite': {
        const row = await changes.inviteAgain(command);
        return `${email} has been sent an invitation to ${region}, until ${row.inviteExpiresAt}.`;
      }
    }
  };
  try {
    if (!('dry-run' in command && command['dry-run']))
      return { lines: [await execute(), recordedLine], isSuccessful: true };
    if (!(await changes.isKnown(command))) throw new AppError('UserNotFoundException');
    return { lines: [`${email} would be deleted from ${region}. Nothing is changed.`], isSuccessful: true };
  } catch (error) {
    return { lines: [explainError(error, email)], isSuccessful: false };
  }
};
