import Icon from '@cloudscape-design/components/icon';
import type { IconProps } from '@cloudscape-design/components/icon';
import './icon-button.css';

type Props = {
  readonly icon: IconProps.Name;
  readonly label: string;
  readonly onClick: () => void;
};

/** Button for table rows: a hundred of Cloudscape's buttons would block a slow till for a third of a second. */
export const IconButton = ({ icon, label, onClick }: Props) => (
  <button type="button" className="icon-button" aria-label={label} onClick={onClick}>
    <Icon name={icon} />
  </button>
);
