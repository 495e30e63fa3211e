import type { AcceptedLine } from '#shared/returns/file/report.ts';
import type { SentSerial } from '#shared/returns/sent-serial.ts';

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
    /** Those of the serial numbers that the store has sent before; undefined while nobody has looked. */
    readonly serialsSentBefore: readonly SentSerial[] | undefined;
  }) => void;
};

/** Of what a file has brought, as long as it isn't taken over. */
export type Waiting = {
  readonly begin: (scope: 'file', complain: () => void) => () => void;
  readonly complain: (scope: 'file') => boolean;
};
