import { atOnce } from '#lambdas/aws/map-concurrently.ts';
import { exactPrefix, searchOwner } from '#shared/records/search.ts';
import type { ReturnHandlers, ReturnsCollaborators } from './collaborators.ts';

/** As many Queries at once; a hundred serial numbers are soon asked. */
const mostAtOnce = 25;

/** Whatever a store types where a device has no number: a question needs no more. */
const mostAlike = 10;

const newestFirst = (one: { readonly createdAt: string }, other: { readonly createdAt: string }) =>
  one.createdAt < other.createdAt ? 1 : -1;

export const serialNumberHandlers = ({ search }: ReturnsCollaborators): Pick<ReturnHandlers, 'findSerialNumbers'> => ({
  findSerialNumbers: async ({ region, storeId, serialNumbers }, { caller }) => {
    const owner = searchOwner('returns', region, storeId ?? caller.storeId);
    const items = await atOnce(mostAtOnce, [...new Set(serialNumbers)], async (serialNumber) => {
      const { items: found } = await search.find(owner, exactPrefix('serial', serialNumber), mostAlike);
      return found
        .toSorted(newestFirst)
        .map(({ storeRefNo, id, createdAt }) => ({ serialNumber, storeRefNo, id, createdAt }));
    });
    return { body: { items: items.flat() } };
  },
});
