import { limits } from '#shared/limits.ts';
import { normaliseReference } from '#shared/records/record.ts';
import type { AcceptedLine } from '#shared/returns/file/report.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { SentSerial } from '#shared/returns/sent-serial.ts';
import type { LineValues } from './lines.ts';
import { missingIn } from './lines.ts';
import type { ReturnLines } from './use-return-lines.ts';
import type { ReturnForm } from './use-return.ts';

type AcceptedFile = {
  readonly accepted: readonly LineValues[];
  readonly hash: string;
  readonly reference: string;
  /** Those of the serial numbers that the store has sent before; undefined while nobody has looked. */
  readonly serialsSentBefore: readonly SentSerial[] | undefined;
  /** The store that the file was read for. */
  readonly storeId: string;
};

/** What a file's accepted lines mean for the return that is being booked, and how they get into it. */
export const useTakeOver = (form: ReturnForm, { lines, change, know }: ReturnLines) => {
  const { files, storeRefNo } = form.values;
  return {
    /** The return's own, as it stands in its form; '' while there is none. */
    storeRefNo,
    /** Whether that is the same as a file's. */
    isReferenceOf: (reference: string) => normaliseReference(reference) === normaliseReference(storeRefNo),
    /** Those that the return has not got yet. */
    missing: (accepted: readonly AcceptedLine[]) => missingIn(lines, accepted),
    /** How many lines there is room for. */
    room: returnLimits.lines - lines.length,
    /** Whether the return can remember one more file. */
    hasRoomForFile: (hash: string) => files.includes(hash) || files.length < limits.filesPerReturn,
    into: ({ accepted, hash, reference, serialsSentBefore, storeId }: AcceptedFile) => {
      const missing = missingIn(lines, accepted);
      if (serialsSentBefore) know(missing, serialsSentBefore);
      change({ type: 'add', lines: missing });
      form.change('files', (known) => (known.includes(hash) ? known : [...known, hash]));
      form.set('storeRefNo', reference);
      form.set('filesStoreId', storeId);
    },
  };
};

export type TakeOver = ReturnType<typeof useTakeOver>;
