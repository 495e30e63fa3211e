import * as z from 'zod/mini';
import type { Problem } from './errors.ts';
import type { RegionId } from './regions.ts';
import type { RuleContext } from './route.ts';

/** Staff never say which store they book for: that is in their user record. An admin has to. */
export const storeChoiceRules = (
  { storeId }: { readonly storeId?: string | undefined },
  { isAdmin }: Pick<RuleContext, 'isAdmin'>,
): Problem[] => {
  if (isAdmin) return storeId === undefined ? [{ path: 'storeId', rule: 'required' }] : [];
  return noStoreChoiceRules({ storeId }, { isAdmin });
};

/** Where an admin may name a store, and staff may not. */
export const noStoreChoiceRules = (
  { storeId }: { readonly storeId?: string | undefined },
  { isAdmin }: Pick<RuleContext, 'isAdmin'>,
): Problem[] => (!isAdmin && storeId !== undefined ? [{ path: 'storeId', rule: 'pattern' }] : []);

export const storeSchema = z.object({ storeId: z.string(), storeName: z.string() });

export type Store = z.output<typeof storeSchema>;

/** The partition of a store's records and users. A store id has no `#` (shared/fields.ts). */
export const storeKey = (region: RegionId, storeId: string) => `${region}#${storeId}`;
