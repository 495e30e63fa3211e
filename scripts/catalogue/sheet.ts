import * as z from 'zod/mini';
import type { Row } from '#lambdas/spreadsheets/table.ts';
import { catalogueKey, requiredLine } from '#shared/fields.ts';

/** A sheet as a file holds it: its rows with their numbers, blank ones left out; the first is the header. */
export type Sheet = { readonly name: string; readonly rows: readonly Row[] };

/** What the only sheet of a CSV file is called. */
export const csvSheet = 'CSV';

export type Column = {
  readonly name: string;
  /** Of the column in a workbook, in characters. */
  readonly width: number;
  /** Holds several values, one a line. */
  readonly isList?: boolean;
  /** Holds nothing but yes and no; blank is no. */
  readonly isFlag?: boolean;
  /** A file without the column is one that says nothing there. */
  readonly isOptional?: boolean;
  /** No cell of it is blank. */
  readonly isRequired?: boolean;
  /** Why a text that isn't blank cannot stand there. */
  readonly wrong?: (text: string) => string | undefined;
};

/** What a sheet of a catalogue looks like. The first column identifies a row. */
export type Layout = { readonly name: string; readonly columns: readonly Column[] };

/** A sheet of a catalogue, filled: a text for each column. */
export type Table = Layout & { readonly rows: readonly (readonly string[])[] };

/** A cell of a file that is wrong; `row` as the spreadsheet numbers it, from 1. */
export type Problem = {
  readonly sheet: string;
  readonly row: number;
  readonly column: string;
  readonly message: string;
};

/** A catalogue that the command can replace. */
export type Kind = {
  /** Its data file in shared/catalogue. */
  readonly dataFile: string;
  /** The kinds of file that can hold it. */
  readonly formats: readonly string[];
  /** The data file's content as tables: what is exported, and what changes are told by. */
  readonly tables: (data: unknown) => Table[];
  /** What a file says the catalogue shall be: the content of its data file, if there is nothing wrong. */
  readonly read: (sheets: readonly Sheet[]) => { readonly problems: readonly Problem[]; readonly data: unknown };
};

/** How a list is read from one cell; it is written with a value a line. */
export const splitList = (text: string) => text.split(/\s+/).filter((value) => value !== '');

/** Refuses what does not pass a check. */
export const unless = (passes: (text: string) => boolean, rule: string) => (text: string) =>
  passes(text) ? undefined : rule;

/** Refuses what is none of some words, in whichever letters. */
export const oneOf = (words: readonly string[], more = '') =>
  unless((text) => words.includes(text.toLowerCase()), `one of ${words.join(', ')}${more}`);

const matches = (schema: z.ZodMiniType<string, string>, rule: string) =>
  unless((text) => schema.safeParse(text).success, rule);

/** What records carry for ever. */
export const keyColumn = {
  name: 'key',
  isRequired: true,
  wrong: matches(
    catalogueKey.check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
    'small letters and digits with single hyphens between, at most 60 signs',
  ),
};
export const codeColumn = {
  name: 'code',
  width: 14,
  isRequired: true,
  wrong: matches(
    z.string().check(z.maxLength(30), z.regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/)),
    'capital letters and digits, perhaps with hyphens between, at most 30 signs',
  ),
};
/** What an entry is called in a language: as much as a list or a slip shows on two lines. */
export const labelColumn = { wrong: matches(requiredLine(120), 'at most 120 signs, all of them visible') };
