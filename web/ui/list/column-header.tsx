import Icon from '@cloudscape-design/components/icon';

type Props = {
  readonly header: string;
  /** Undefined while another column decides. */
  readonly direction: 'ascending' | 'descending' | undefined;
  readonly onSort: () => void;
};

const icons = { ascending: 'caret-up-filled', descending: 'caret-down-filled' } as const;

/** A column's name, which sorts by it; once more sorts the other way round. */
export const ColumnHeader = ({ header, direction, onSort }: Props) => (
  <th scope="col" aria-sort={direction ?? 'none'}>
    <button type="button" onClick={onSort}>
      {header}
      <Icon name={direction ? icons[direction] : 'caret-down'} size="small" variant={direction ? 'normal' : 'subtle'} />
    </button>
  </th>
);
