import Icon from '@cloudscape-design/components/icon';
import type { IconProps } from '@cloudscape-design/components/icon';
import './icon-button.css';

type Props = {
  readonly icon: IconProps.Name;
  readonly label: string;
  /** State of a toggle button; undefined for any other button. */
  readonly isPressed?: boolean;
  readonly onClick: () => void;
};

/** Native button for table rows, because a hundred of Cloudscape's buttons would block a slow till for a third of a second. */
export const IconButton = ({ icon, label, isPressed, onClick }: Props) => (
  <button type="button" className="icon-button" aria-label={label} aria-pressed={isPressed} onClick={onClick}>
    <Icon name={icon} />
  </button>
);
