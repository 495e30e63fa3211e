import { useTexts } from '#web/i18n/i18n.ts';

type Props = { readonly text: string; readonly reference: string; readonly onClick: () => void };

/** Action button of a to-do. Its accessible name contains the record's reference. */
export const TodoButton = ({ text, reference, onClick }: Props) => (
  <button
    type="button"
    className="hit-action"
    aria-label={useTexts().t('common.labelled', { field: text, text: reference })}
    onClick={onClick}
  >
    {text}
  </button>
);
