import type { ReturnsReader } from '#lambdas/return-files/lines/report.ts';
import { reportOnFile } from '#lambdas/return-files/lines/report.ts';
import { spreadsheetReader } from '#lambdas/spreadsheets/reader.ts';
import { question } from '#lambdas/testing/files/lines.ts';
import { returnLimits } from '#shared/returns/limits.ts';

const entry = new URL(import.meta.resolve('#lambdas/return-files/worker.ts'));

/** The reader of files as the function has it, its thread waiting; a busy machine only gets more time. */
export const returnsReader = async () => {
  const reader: ReturnsReader = spreadsheetReader({ entry, milliseconds: 30_000 });
  reader.warmUp();
  // The thread answers a file without any content as soon as it is there.
  await reader.read(Uint8Array.of(), question);
  return {
    /** Throws when not every line is accepted. */
    read: async (bytes: Uint8Array): Promise<void> => {
      const report = await reportOnFile(reader, bytes, question);
      if (report.outcome !== 'read' || report.accepted.length !== returnLimits.lines)
        throw new Error(`the file was not read: ${JSON.stringify(report).slice(0, 200)}`);
    },
    /** Throws when the file is not refused for its number of lines, which are counted before any is judged. */
    refuse: async (bytes: Uint8Array): Promise<void> => {
      const report = await reportOnFile(reader, bytes, question);
      if (report.outcome !== 'refused' || report.code !== 'ReturnsFileTooManyLines')
        throw new Error(`the file was not refused: ${JSON.stringify(report).slice(0, 200)}`);
    },
    close: reader.close,
  };
};
