import type { AcceptedLine } from '#shared/returns/file/report.ts';
import type { SentSerial } from '#shared/returns/sent-serial.ts';
import type { LineValues } from '#web/features/returns/book/lines.ts';

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
  /** The number of the line of the return that has this serial number. */
  readonly lineOfSerial: (serialNumber: string) => number | undefined;
  readonly into: (file: {
    readonly accepted: readonly LineValues[];
    readonly hash: string;
    readonly reference: string;
    /** Those of the serial numbers that the store has sent before; undefined while nobody has looked. */
    readonly serialsSentBefore: readonly SentSerial[] | undefined;
    /** The store that the file was read for. */
    readonly storeId: string;
  }) => void;
};

/** Takes whoever has added lines to where they stand. */
export const focusLines = () => document.querySelector<HTMLElement>('#lines-title')?.focus();
