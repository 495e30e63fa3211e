import { temporaryFolder } from '../local-cloud/temporary-folder.ts';
import type { Portal, PortalOptions } from './portal.ts';
import { startPortal } from './portal.ts';

/** Starts a portal of its own in a temporary folder, which is gone once the portal is stopped. */
export const startTemporaryPortal = async (
  options: Omit<PortalOptions, 'stateFolder' | 'port'>,
): Promise<Portal & { readonly stateFolder: string }> => {
  const { path: stateFolder, remove } = temporaryFolder();
  try {
    const portal = await startPortal({ ...options, stateFolder, port: 0 });
    return { ...portal, stateFolder, stop: () => portal.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
};
