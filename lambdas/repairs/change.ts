import { findFor } from '#lambdas/records/access.ts';
import type { RepairRow } from '#lambdas/records/repair-row.ts';
import { isWithdrawn, newRepairRow } from '#lambdas/records/repair-row.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { withEntry } from '#shared/records/lifecycle.ts';
import type { TimelineEntry } from '#shared/records/timeline.ts';
import { contentOf, isSameContent } from '#shared/repairs/content.ts';
import { isCorrectable } from '#shared/repairs/states.ts';
import type { RepairHandlers, RepairsCollaborators } from './collaborators.ts';

/** Throws when a repair is no longer what somebody saw, or may no longer be changed. A withdrawn one has been changed: the page then shows it as it is. */
const refuseChange = (stored: RepairRow, seenVersion: number) => {
  if (isWithdrawn(stored)) throw new AppError('RepairChanged');
  if (!isCorrectable(stored)) throw new AppError('RepairNotPending');
  if (stored.version !== seenVersion) throw new AppError('RepairChanged');
};

const correctionsOf = ({ timeline }: RepairRow) => timeline.filter(({ type }) => type === 'corrected').length;

/** A repair after one more thing has happened to it. */
const grown = (stored: RepairRow, entry: TimelineEntry, content = contentOf(stored)) =>
  newRepairRow({ ...stored, ...content, version: stored.version + 1, timeline: withEntry(stored.timeline, entry) });

type Change = {
  readonly read: () => Promise<RepairRow>;
  /** Whether nothing is left to do: a request sent again finds its own work. */
  readonly isDone: (stored: RepairRow) => boolean;
  readonly seenVersion: number;
  readonly changed: (stored: RepairRow) => RepairRow;
  readonly write: (read: RepairRow, row: RepairRow) => Promise<boolean>;
};

/** How often a repair is read because somebody else was quicker; then the caller tries later. */
const mostTries = 3;

const change = async ({ read, isDone, seenVersion, changed, write }: Change): Promise<RepairRow> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const stored = await read();
    if (isDone(stored)) return stored;
    refuseChange(stored, seenVersion);
    const row = changed(stored);
    if (await write(stored, row)) return row;
  }
  throw new AppError('ServiceUnavailable');
};

/** Correcting and withdrawing what is still pending (acceptance, D10). */
export const changeHandlers = ({
  repairs,
}: RepairsCollaborators): Pick<RepairHandlers, 'correctRepair' | 'withdrawRepair'> => ({
  correctRepair: async ({ region, storeId, storeRefNo, id, version, ...asked }, { caller, now }) => {
    const body = await change({
      read: () => findFor(repairs, caller, region, { storeId, storeRefNo, id }),
      isDone: (stored) => !isWithdrawn(stored) && isSameContent(stored, asked),
      seenVersion: version,
      changed: (stored) => {
        // No code says "often enough"; that it can't be changed here any more is what counts.
        if (correctionsOf(stored) >= limits.correctionsPerRecord) throw new AppError('RepairNotPending');
        return grown(
          stored,
          { type: 'corrected', at: now.toISOString(), by: caller.email, before: contentOf(stored) },
          contentOf(asked),
        );
      },
      write: repairs.replace,
    });
    return { body };
  },

  withdrawRepair: async ({ region, version, ...identity }, { caller, now }) => {
    const body = await change({
      read: () => findFor(repairs, caller, region, identity),
      isDone: isWithdrawn,
      seenVersion: version,
      changed: (stored) => grown(stored, { type: 'withdrawn', at: now.toISOString(), by: caller.email }),
      write: repairs.move,
    });
    return { body };
  },
});
