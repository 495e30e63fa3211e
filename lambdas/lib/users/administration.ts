import type { AccountChanges } from './account-changes.ts';
import { createAccountChanges } from './account-changes.ts';
import type { ChangeCollaborators } from './change-steps.ts';
import { createChangeSteps } from './change-steps.ts';
import type { DriftRepair } from './drift-repair.ts';
import { createDriftRepair } from './drift-repair.ts';
import type { GroupChanges } from './group-changes.ts';
import { createGroupChanges } from './group-changes.ts';
import type { Invitations } from './invitations.ts';
import { createInvitations } from './invitations.ts';
import type { StoreNames } from './store-names.ts';
import { createStoreNames } from './store-names.ts';
import type { StoresStore } from './stores.ts';

type Collaborators = ChangeCollaborators & {
  readonly stores: Pick<StoresStore, 'add' | 'findMatching' | 'removeCreatedBy' | 'rename' | 'buildNameCheck' | 'list'>;
  readonly createPassword: () => string;
};

/**
 * Changes to users by admins, jobs and commands. Each takes a lease on the user, changes Cognito, and then writes the row from
 * Cognito's state and returns it. Repeating an interrupted change completes it. Changes that take rights away throw
 * UserNotFoundException, or LastAdmin for a region's last admin. All other changes throw UserNotFoundException, or UserChanged if
 * another change has come first.
 */
export type Administration = Invitations & AccountChanges & GroupChanges & DriftRepair & StoreNames;

export const createAdministration = (collaborators: Collaborators): Administration => {
  const { pool, users, stores, configuredGroups, createPassword, now } = collaborators;
  const steps = createChangeSteps(collaborators);
  const driftRepair = createDriftRepair({ users, configuredGroups, now, steps });
  const { updateFromCognito } = driftRepair;
  return {
    ...createInvitations({ pool, users, stores, configuredGroups, now, steps, updateFromCognito, createPassword }),
    ...createAccountChanges({ pool, users, stores, configuredGroups, now, steps }),
    ...createGroupChanges({ pool, users, configuredGroups, steps }),
    ...driftRepair,
    ...createStoreNames({ stores, users, now, createEvent: steps.createEvent }),
  };
};
