import { useEffect, useRef } from 'react';

export const choiceWidth = 52;

export type Selection<Item> = {
  /** By their ids. */
  readonly chosen: ReadonlySet<string>;
  /** The same function on every render. */
  readonly choose: (ids: readonly string[], isChosen: boolean) => void;
  /** What a row's checkbox is called; the same function on every render. */
  readonly labelOf: (item: Item) => string;
  readonly allLabel: string;
};

type ChooseRowProps = {
  readonly id: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly choose: Selection<never>['choose'];
};

/** The browser's own checkbox: thousands of Cloudscape's would take seconds. */
export const ChooseRow = ({ id, label, isChosen, choose }: ChooseRowProps) => (
  <td className="data-table-choice">
    <label>
      <input type="checkbox" aria-label={label} checked={isChosen} onChange={() => choose([id], !isChosen)} />
    </label>
  </td>
);

type ChooseAllProps = {
  readonly ids: readonly string[];
  readonly label: string;
  readonly chosen: ReadonlySet<string>;
  readonly choose: Selection<never>['choose'];
};

export const ChooseAll = ({ ids, label, chosen, choose }: ChooseAllProps) => {
  const box = useRef<HTMLInputElement>(null);
  const count = ids.filter((id) => chosen.has(id)).length;
  const isAll = count > 0 && count === ids.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  return (
    <th scope="col" className="data-table-choice">
      <label data-label={label}>
        <input
          ref={box}
          type="checkbox"
          aria-label={label}
          checked={isAll}
          disabled={ids.length === 0}
          onChange={() => choose(ids, !isAll)}
        />
      </label>
    </th>
  );
};
