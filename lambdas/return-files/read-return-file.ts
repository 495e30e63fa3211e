import { createHash } from 'node:crypto';
import { storeFor } from '#lambdas/directory/stores.ts';
import { returnItemByEan, returnItemLabel } from '#shared/catalogue/returns.ts';
import { calendarDate } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import { prefixes, regions } from '#shared/regions.ts';
import type { ReturnFileHandlers, ReturnFilesCollaborators } from './collaborators.ts';
import { readReturnsFile } from './read-returns-file.ts';
import { sentBefore } from './sent-before.ts';
import { isOwnKey } from './upload-key.ts';

/** Where a file's description is blank, the catalogue's in the region's language. */
const findByEan = (region: RegionId) => (ean: string) => {
  const item = returnItemByEan(ean);
  return item && { key: item.key, description: returnItemLabel(item, prefixes[regions[region].prefix].language) };
};

export const readingHandlers = (the: ReturnFilesCollaborators): Pick<ReturnFileHandlers, 'readReturnFile'> => {
  const { uploads, reader, stores, settings, onLimit, onLeftBehind } = the;
  return {
    readReturnFile: async ({ region, key, storeId: named, order }, { caller, now }) => {
      // Somebody else's might as well not exist.
      if (!isOwnKey(key, region, caller.sub)) throw new AppError('NotFound');
      const { storeId } = await storeFor(stores, caller, region, named);
      const bytes = await uploads.read(key);
      if (!bytes) throw new AppError('NotFound');
      try {
        const hash = createHash('sha256').update(bytes).digest('hex');
        const context = {
          today: calendarDate(now, regions[region].timeZone),
          returnPeriodDays: settings[region].returnPeriodDays,
          findByEan: findByEan(region),
          allowedStores: [storeId],
          order,
        };
        const [report, before] = await Promise.all([
          readReturnsFile(reader, bytes, context, onLimit),
          sentBefore(the, { region, storeId, hash }, now),
        ]);
        return { body: { report, hash, ...(before && { sentBefore: before }) } };
      } finally {
        // Whatever came of it: nobody reads a file twice, and nothing of a customer's stays behind.
        await uploads.remove(key).catch(onLeftBehind);
      }
    },
  };
};
