import { reportOnFile } from '#lambdas/return-files/lines/report.ts';
import { spreadsheetReader } from '#lambdas/spreadsheets/reader.ts';
import { context } from '#lambdas/testing/files/lines.ts';
import { returnLimits } from '#shared/returns/limits.ts';

const entry = new URL(import.meta.resolve('#lambdas/spreadsheets/worker.ts'));

/** The reader of files as the function has it, its thread waiting; a busy machine only gets more time. */
export const returnsReader = async () => {
  const reader = spreadsheetReader({ entry, milliseconds: 30_000 });
  reader.warmUp();
  // The thread answers a file without any content as soon as it is there.
  await reader.read(Uint8Array.of(0x50, 0x4b, 3, 4));
  return {
    /** Throws when not every line is accepted. */
    read: async (bytes: Uint8Array): Promise<void> => {
      const report = await reportOnFile(reader, bytes, context);
      if (report.outcome !== 'read' || report.accepted.length !== returnLimits.lines)
        throw new Error(`the file was not read: ${JSON.stringify(report).slice(0, 200)}`);
    },
    close: reader.close,
  };
};
