import type { Problem } from './problem.ts';
import type { Sheet, Table } from './sheet.ts';

/** What a file says a catalogue shall be: the text of its data file, if there is nothing wrong. */
export type Reading = { readonly problems: readonly Problem[]; readonly json: string };

/** A catalogue that the command can replace. */
export type Kind = {
  /** Its data file in shared/catalogue. */
  readonly dataFile: string;
  /** The kinds of file that can hold it. */
  readonly formats: readonly string[];
  /** The data file's text as tables: what is exported, and what changes are told by. */
  readonly tables: (json: string) => Table[];
  readonly read: (sheets: readonly Sheet[]) => Reading;
};
