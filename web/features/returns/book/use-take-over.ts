import { limits } from '#shared/limits.ts';
import { normaliseReference } from '#shared/records/record.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { TakeOver } from '#web/features/returns/file/take-over.ts';
import { lineOfSerial, missingIn } from './lines.ts';
import type { Return } from './use-return.ts';
import type { KnowSerials } from './use-sent-before.ts';

/** What a file's accepted lines mean for the return that is being booked, and how they get into it. */
export const useTakeOver = ({ form, change }: Pick<Return, 'form' | 'change'>, know: KnowSerials): TakeOver => {
  const { lines, files, storeRefNo } = form.values;
  return {
    storeRefNo,
    isReferenceOf: (reference) => normaliseReference(reference) === normaliseReference(storeRefNo),
    missing: (accepted) => missingIn(lines, accepted),
    room: returnLimits.lines - lines.length,
    hasRoomForFile: (hash) => files.includes(hash) || files.length < limits.filesPerReturn,
    lineOfSerial: (serialNumber) => lineOfSerial(lines, serialNumber),
    into: ({ accepted, hash, reference, serialsSentBefore, storeId }) => {
      const missing = missingIn(lines, accepted);
      if (serialsSentBefore) know(missing, serialsSentBefore);
      change({ type: 'add', lines: missing });
      form.change('files', (known) => (known.includes(hash) ? known : [...known, hash]));
      form.set('storeRefNo', reference);
      form.set('filesStoreId', storeId);
    },
  };
};
