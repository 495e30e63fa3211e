import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';

const saved = z.record(z.string(), z.string());

/** How far each reader has come, in a file: a name and the sequence number of the last record that is done. */
export const openCheckpoints = (file: string) => {
  const positions = new Map(
    Object.entries(existsSync(file) ? saved.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}),
  );
  return {
    find: (reader: string): string | undefined => positions.get(reader),
    /** Written beside and renamed, so that a crash never leaves half a file. */
    save: (reader: string, sequenceNumber: string): void => {
      if (positions.get(reader) === sequenceNumber) return;
      positions.set(reader, sequenceNumber);
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(positions)));
      renameSync(`${file}.new`, file);
    },
  };
};

export type Checkpoints = ReturnType<typeof openCheckpoints>;
