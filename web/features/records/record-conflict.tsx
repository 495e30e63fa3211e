import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import './details.css';
import type { ErrorCode } from '#shared/errors.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { NamedKind } from './record-kind.ts';

type Props = { readonly kind: Pick<NamedKind, 'name'>; readonly code: ErrorCode; readonly onShow: () => void };

/** Says what became of a record meanwhile, and shows it. */
export const RecordConflict = ({ kind: { name }, code, onShow }: Props) => {
  const { t } = useTexts();
  return (
    <div role="alert">
      <Alert type="warning" action={<Button onClick={onShow}>{t(`${name}.details.showCurrent`)}</Button>}>
        {t(`errors.${code}`)}
      </Alert>
    </div>
  );
};

type UnsavedProps = {
  readonly kind: Pick<NamedKind, 'name'>;
  /** One's own changes, in words. */
  readonly changes: readonly string[];
  readonly onDismiss: () => void;
};

/** What somebody has typed in a correction that came too late: to be compared with the record as it is, or typed again. */
export const UnsavedChanges = ({ kind: { name }, changes, onDismiss }: UnsavedProps) => {
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
