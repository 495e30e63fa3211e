import * as z from 'zod/mini';
import type { Problem } from '#shared/api/errors.ts';
import type { RuleContext } from '#shared/api/route.ts';
import type { RegionId } from '#shared/config/regions.ts';

/** Requires a store from admins and rejects one from staff members, whose store is in their user row. */
export const storeChoiceRules = (
  { storeId }: { readonly storeId?: string | undefined },
  { isAdmin }: Pick<RuleContext, 'isAdmin'>,
): Problem[] => {
  if (isAdmin) return storeId === undefined ? [{ path: 'storeId', rule: 'required' }] : [];
  return optionalStoreChoiceRules({ storeId }, { isAdmin });
};

/** Allows a store for admins, and rejects one from staff members. */
export const optionalStoreChoiceRules = (
  { storeId }: { readonly storeId?: string | undefined },
  { isAdmin }: Pick<RuleContext, 'isAdmin'>,
): Problem[] => (!isAdmin && storeId !== undefined ? [{ path: 'storeId', rule: 'pattern' }] : []);

export const storeSchema = z.object({ storeId: z.string(), storeName: z.string() });

export type Store = z.output<typeof storeSchema>;

/** Partition key of a store's records and users. A store id cannot contain `#` (shared/api/fields.ts). */
export const toStoreKey = (region: RegionId, storeId: string) => `${region}#${storeId}`;
