import type { RegionId } from '#shared/config/regions.ts';
import { tabMemory } from '#web/browser/memory.ts';

const toName = (region: RegionId) => `signingIn.${region}`;

/** Email of the user who is signing in, kept in the tab because the next page or language may be another document. */
export const readRememberedEmail = (region: RegionId) => tabMemory.get(toName(region));

export const hasRememberedEmail = (region: RegionId) => readRememberedEmail(region) !== undefined;

export const rememberEmail = (region: RegionId, email: string) => tabMemory.set(toName(region), email);

export const forgetEmail = (region: RegionId) => tabMemory.remove(toName(region));
