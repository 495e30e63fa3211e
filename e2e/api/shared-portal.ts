import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Portal, PortalOptions } from '#scripts/demo/portal.ts';
import { startPortal } from '#scripts/demo/portal.ts';

/** A running test portal; `lines` holds the log lines of its functions. */
export type StartedPortal = {
  readonly cloud: Portal;
  readonly folder: string;
  readonly lines: readonly string[];
  readonly stop: () => Promise<void>;
};

/** Starts the synthesized app on a copy of the data of `seed-portal.mts`. Stopping it deletes the copy. */
export const startTestPortal = async (
  options: Pick<PortalOptions, 'backOffice' | 'maxRetryDelayMs' | 'conditions' | 'interceptService'>,
): Promise<StartedPortal> => {
  const lines: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'portal-'));
  await cp(process.env['SEEDED_PORTAL'] ?? '', folder, { recursive: true });
  const cloud = await startPortal({
    ...options,
    stateFolder: folder,
    port: 0,
    warm: false,
    onLine: (_, line) => lines.push(line),
  });
  const stop = async () => {
    await cloud.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { cloud, folder, lines, stop };
};

let sharedPortal: Promise<StartedPortal> | undefined;

/** Stops the portal shared by the test files of this process, if it was started. */
export const stopSharedPortal = async (): Promise<void> => {
  const startedPortal = sharedPortal;
  sharedPortal = undefined;
  await (await startedPortal)?.stop();
};

/** Returns the portal shared by the test files of this process; the first call starts it. */
export const startSharedPortal = (): Promise<StartedPortal> => {
  if (!sharedPortal) {
    sharedPortal = startTestPortal({ backOffice: 'silent' });
    // Jest disconnects from its worker processes at the end; without workers, the global teardown stops the portal.
    process.once('disconnect', () => void stopSharedPortal());
  }
  return sharedPortal;
};
