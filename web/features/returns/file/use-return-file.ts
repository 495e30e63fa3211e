import { useEffect } from 'react';
import type { Input, Output } from '#shared/api/route.ts';
import { returnFiles } from '#shared/api/routes/return-files.ts';
import { usePlace } from '#web/browser/place.ts';
import { useStable } from '#web/browser/use-stable.ts';
import { useFileUpload } from '#web/components/files/use-file.ts';
import { call } from '#web/data/api.ts';

/** Questions that a report asks the user, by the properties of the report on which they are based. */
export type FileQuestion = 'reordered' | 'setAside' | 'guessed' | 'spellings' | 'doubtfulDates';

/** Answers with which a file is read again, and the questions that have been answered so far. */
export type FileAnswers = Pick<Input<typeof returnFiles.readReturnFile>, 'dates' | 'charset'> & {
  readonly answeredQuestions: readonly FileQuestion[];
};

export type FileReadResult = Output<typeof returnFiles.readReturnFile> & {
  readonly answeredQuestions?: readonly FileQuestion[];
};

/** Uploads and reads a returns file, without changing the return. A report is valid for one return (`id`) and one store (`storeId`, for which an admin books) only. */
export const useReturnFile = (id: string, storeId: string | undefined) => {
  const { region } = usePlace();
  const file = useFileUpload<FileReadResult, FileAnswers>({
    requestUpload: (bytes) => call(returnFiles.requestUpload, { region, bytes }),
    readUpload: async (key, { answeredQuestions, ...answers } = { answeredQuestions: [] }) => ({
      ...(await call(returnFiles.readReturnFile, {
        region,
        key,
        ...(storeId !== undefined && { storeId }),
        ...answers,
      })),
      answeredQuestions,
    }),
    rejectUnsent: (code) => ({ report: { outcome: 'refused', code }, hash: '' }),
  });
  const close = useStable(file.close);
  // Closes the report when the return or the store changes.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => close, [id, storeId, close]);
  return file;
};
