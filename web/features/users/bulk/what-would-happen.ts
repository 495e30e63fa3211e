import type { Role } from '#shared/groups.ts';
import type { BulkAction } from '#shared/jobs/job.ts';
import type { UserSummary } from '#shared/users/user.ts';

type Wanted = {
  readonly action: BulkAction;
  /** For adding to and removing from a group. */
  readonly role?: Role | undefined;
  readonly selected: readonly UserSummary[];
  /** Of whoever asks. */
  readonly ownEmail: string;
};

/** Whether an action would leave a user as they are. */
const isSoAlready = ({ action, role }: Wanted, user: UserSummary): boolean => {
  const has = role !== undefined && user.roles.includes(role);
  switch (action) {
    case 'resendInvitation':
      return user.status === 'confirmed';
    case 'enable':
      return user.enabled;
    case 'disable':
      return !user.enabled;
    case 'addToGroup':
      return has;
    case 'removeFromGroup':
      return !has;
  }
};

/** Nobody may lock themselves out. */
const locksOut = ({ action, role }: Wanted) =>
  action === 'disable' || (action === 'removeFromGroup' && role === 'admin');

/** What an action would do to the selected users, by what the list shows of them; the server looks again. */
export const whatWouldHappen = (wanted: Wanted) => {
  const { selected, ownEmail } = wanted;
  const others = selected.filter((user) => !isSoAlready(wanted, user));
  const concerned = others.filter(({ email }) => !locksOut(wanted) || email !== ownEmail);
  return {
    subs: concerned.map(({ sub }) => sub),
    already: selected.length - others.length,
    isOwnLeftOut: concerned.length < others.length,
  };
};
