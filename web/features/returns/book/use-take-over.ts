import { limits } from '#shared/limits.ts';
import { normaliseReference } from '#shared/records/record.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { TakeOver } from '#web/features/returns/file/take-over.ts';
import { missingIn } from './lines.ts';
import type { Return } from './use-return.ts';
import type { KnowSerials } from './use-sent-before.ts';

const linesHeading = '#lines-title';

/** What a file's accepted lines mean for the return that is being booked, and how they get into it. */
export const useTakeOver = ({ form, change }: Pick<Return, 'form' | 'change'>, know: KnowSerials): TakeOver => {
  const { lines, files, storeRefNo } = form.values;
  return {
    storeRefNo,
    isReferenceOf: (reference) => normaliseReference(reference) === normaliseReference(storeRefNo),
    missing: (accepted) => missingIn(lines, accepted),
    room: returnLimits.lines - lines.length,
    hasRoomForFile: (hash) => files.includes(hash) || files.length < limits.filesPerReturn,
    into: ({ accepted, hash, reference, serialsSentBefore }) => {
      const missing = missingIn(lines, accepted);
      if (serialsSentBefore) know(missing, serialsSentBefore);
      change({ type: 'add', lines: missing });
      if (!files.includes(hash)) form.set('files', [...files, hash]);
      form.set('storeRefNo', reference);
      document.querySelector<HTMLElement>(linesHeading)?.focus();
    },
  };
};
