import Alert from '@cloudscape-design/components/alert';
import './details.css';
import { useTexts } from '#web/language/i18n.ts';
import type { NamedKind } from './record-kind.ts';

type Props = {
  readonly kind: Pick<NamedKind, 'name'>;
  /** One's own changes, in words. */
  readonly changes: readonly string[];
  readonly onDismiss: () => void;
};

/** What somebody has typed in a correction that came too late: to be compared with the record as it is, or typed again. */
export const UnsavedChanges = ({ kind: { name }, changes, onDismiss }: Props) => {
  const { t } = useTexts();
  return (
    <Alert
      type="warning"
      header={t(`${name}.details.unsaved`)}
      dismissible
      dismissAriaLabel={t(`${name}.details.hideUnsaved`)}
      onDismiss={onDismiss}
    >
      <ul className="changes">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </Alert>
  );
};
