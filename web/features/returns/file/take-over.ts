import type { AcceptedLine } from '#shared/returns/file/report.ts';

/** How a file's accepted lines get into the return that is being booked. */
export type TakeOver = {
  /** The return's own, as it stands in its form; '' while there is none. */
  readonly storeRefNo: string;
  /** Whether that is the same as a file's. */
  readonly isReferenceOf: (reference: string) => boolean;
  /** Those that the return has not got yet. */
  readonly missing: (accepted: readonly AcceptedLine[]) => readonly AcceptedLine[];
  /** How many lines there is room for. */
  readonly room: number;
  /** Whether the return can remember one more file. */
  readonly hasRoomForFile: (hash: string) => boolean;
  readonly into: (file: {
    readonly accepted: readonly AcceptedLine[];
    readonly hash: string;
    readonly reference: string;
  }) => void;
};
