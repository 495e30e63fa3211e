import type { Column, Table } from './sheet.ts';
import { splitList } from './sheet.ts';

type Named = { readonly key: string; readonly name: string };

/** What a new catalogue changes on one sheet. */
export type Changes = {
  readonly sheet: string;
  readonly added: readonly Named[];
  readonly removed: readonly Named[];
  readonly changed: readonly { readonly key: string; readonly details: readonly string[] }[];
  /** The same entries, but not in the same order. */
  readonly isReordered: boolean;
};

const shown = (text: string) => (text === '' ? 'nothing' : JSON.stringify(text));

const listDetails = (before: readonly string[], after: readonly string[]) => {
  const added = after.filter((value) => !before.includes(value)).map((value) => `+${value}`);
  const removed = before.filter((value) => !after.includes(value)).map((value) => `-${value}`);
  return added.length + removed.length === 0 ? 'another order' : [...added, ...removed].join(' ');
};

const detailOf = ({ name, isList }: Column, before = '', after = '') =>
  before === after
    ? []
    : [`${name}: ${isList ? listDetails(splitList(before), splitList(after)) : `${shown(before)} → ${shown(after)}`}`];

const byKey = ({ rows }: Table) => new Map(rows.map((row) => [row[0] ?? '', row]));

/** The entries of one table that another does not have. */
const lackingIn = (other: ReadonlyMap<string, unknown>, { rows, columns }: Table): Named[] => {
  const label = columns.findIndex(({ name }) => name === 'English');
  return rows.flatMap((row) => (other.has(row[0] ?? '') ? [] : [{ key: row[0] ?? '', name: row[label] ?? '' }]));
};

const changesOf = (before: Table, after: Table): Changes => {
  const old = byKey(before);
  const now = byKey(after);
  const kept = [...old.keys()].filter((key) => now.has(key));
  return {
    sheet: after.name,
    added: lackingIn(old, after),
    removed: lackingIn(now, before),
    changed: kept.flatMap((key) => {
      const details = after.columns.flatMap((column, index) =>
        detailOf(column, old.get(key)?.[index], now.get(key)?.[index]),
      );
      return details.length === 0 ? [] : [{ key, details }];
    }),
    isReordered: [...now.keys()].filter((key) => old.has(key)).join() !== kept.join(),
  };
};

/** What a new catalogue changes, sheet by sheet; both have the same sheets. */
export const changesBetween = (before: readonly Table[], after: readonly Table[]): Changes[] =>
  after.flatMap((table) => {
    const old = before.find(({ name }) => name === table.name);
    return old ? [changesOf(old, table)] : [];
  });

const describeSheet = ({ sheet, added, removed, changed, isReordered }: Changes): string[] => {
  const lines = [
    ...added.map(({ key, name }) => `  + ${key}  ${name}`),
    ...removed.map(({ key, name }) => `  - ${key}  ${name}`),
    ...changed.flatMap(({ key, details }) => [`  ~ ${key}`, ...details.map((detail) => `      ${detail}`)]),
    ...(isReordered ? ['  in another order'] : []),
  ];
  return lines.length === 0
    ? []
    : [`${sheet}: ${added.length} added, ${removed.length} removed, ${changed.length} changed`, ...lines];
};

/** The changes as lines to read; none when there are none. */
export const describeChanges = (changes: readonly Changes[]): string[] => changes.flatMap(describeSheet);
