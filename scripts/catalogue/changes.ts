import type { Column, Table } from './sheet.ts';
import { splitList } from './sheet.ts';

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

const changesOf = (before: Table, after: Table) => {
  const [old, now] = [byKey(before), byKey(after)];
  const label = after.columns.findIndex(({ name }) => name === 'English');
  const lacking = (entries: typeof old, others: typeof old, sign: string) =>
    [...entries].flatMap(([key, row]) => (others.has(key) ? [] : [`  ${sign} ${key}  ${row[label]}`]));
  const [added, removed] = [lacking(now, old, '+'), lacking(old, now, '-')];
  const kept = [...old.keys()].filter((key) => now.has(key));
  const changed = kept.flatMap((key) => {
    const details = after.columns.flatMap((column, at) => detailOf(column, old.get(key)?.[at], now.get(key)?.[at]));
    return details.length === 0 ? [] : [[`  ~ ${key}`, ...details.map((detail) => `      ${detail}`)]];
  });
  const isReordered = [...now.keys()].filter((key) => old.has(key)).join() !== kept.join();
  const lines = [...added, ...removed, ...changed.flat(), ...(isReordered ? ['  in another order'] : [])];
  const counts = `${after.name}: ${added.length} added, ${removed.length} removed, ${changed.length} changed`;
  return { removed: removed.length, lines: lines.length === 0 ? [] : [counts, ...lines] };
};

/** What a new catalogue changes, sheet by sheet, as lines to read (none when nothing changes), and how many entries it lacks. Both have the same sheets. */
export const changesBetween = (before: readonly Table[], after: readonly Table[]) => {
  const changes = after.flatMap((table) => {
    const old = before.find(({ name }) => name === table.name);
    return old ? [changesOf(old, table)] : [];
  });
  return {
    lines: changes.flatMap(({ lines }) => lines),
    removed: changes.reduce((sum, { removed }) => sum + removed, 0),
  };
};
