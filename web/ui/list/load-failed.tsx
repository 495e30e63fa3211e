import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import type { ErrorCode } from '#shared/errors.ts';
import { useTexts } from '#web/language/i18n.ts';

/** Says why something could not be shown, and offers to ask again. */
export const LoadFailed = ({ code, onRetry }: { readonly code: ErrorCode; readonly onRetry: () => void }) => {
  const { t } = useTexts();
  return (
    <div role="alert">
      <Alert type="error" action={<Button onClick={onRetry}>{t('list.retry')}</Button>}>
        {t(`errors.${code}`)}
      </Alert>
    </div>
  );
};
