import type { ComponentType } from 'react';
import type { UserSummary } from '#shared/users/user.ts';

type Props = { readonly selected: readonly UserSummary[]; readonly onDone: () => void };

/** Placeholder. */
export const BulkActions: ComponentType<Props> = () => null;

/** Placeholder. */
export const ResendExpired = () => null;

/** Placeholder. */
export const RunningJob = () => null;
