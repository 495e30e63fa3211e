import type { Input, Output } from '#shared/api/route.ts';
import { returnFiles } from '#shared/api/routes/return-files.ts';
import { usePlace } from '#web/browser/place.ts';
import { useFile } from '#web/components/files/use-file.ts';
import { call } from '#web/data/api.ts';

export type Question = 'reordered' | 'setAside' | 'guessed' | 'spellings' | 'doubtfulDates';

export type Choices = Pick<Input<typeof returnFiles.readReturnFile>, 'dates' | 'charset'> & {
  readonly settled: readonly Question[];
};

export type ReadFile = Output<typeof returnFiles.readReturnFile> & { readonly settled?: readonly Question[] };

/** Uploads and reads a returns file, without changing the return. `storeId` is the store that an admin books for. */
export const useReturnFile = (storeId: string | undefined) => {
  const { region } = usePlace();
  return useFile<ReadFile, Choices>({
    requestUpload: (bytes) => call(returnFiles.requestUpload, { region, bytes }),
    readUpload: async (key, { settled, ...answers } = { settled: [] }) => ({
      ...(await call(returnFiles.readReturnFile, {
        region,
        key,
        ...(storeId !== undefined && { storeId }),
        ...answers,
      })),
      settled,
    }),
    unsent: (code) => ({ report: { outcome: 'refused', code }, hash: '' }),
  });
};
