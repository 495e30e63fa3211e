import type { Output } from '#shared/route.ts';
import { returnFiles } from '#shared/routes/return-files.ts';
import { usePlace } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { useFile } from '#web/ui/file/use-file.ts';

export type ReadFile = Output<typeof returnFiles.readReturnFile>;

/** A returns file on its way; none of it touches the return. `storeId` is that an admin books for. */
export const useReturnFile = (storeId: string | undefined) => {
  const { region } = usePlace();
  return useFile<ReadFile>({
    requestUpload: (bytes) => call(returnFiles.requestUpload, { region, bytes }),
    readUpload: (key) => call(returnFiles.readReturnFile, { region, key, ...(storeId !== undefined && { storeId }) }),
    unsent: (code) => ({ report: { outcome: 'refused', code }, hash: '' }),
  });
};
