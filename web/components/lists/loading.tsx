import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Spinner from '@cloudscape-design/components/spinner';
import { isRetryable } from '#web/data/api-errors.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { FailureAlert } from '#web/ui/failure-alert.tsx';

export const Loading = ({ text }: { readonly text: string }) => (
  <Box textAlign="center" color="text-body-secondary">
    <Spinner /> {text}
  </Box>
);

export const LoadFailed = ({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) => {
  const { t } = useTexts();
  const retry = isRetryable(failure.code) && <Button onClick={onRetry}>{t('list.retry')}</Button>;
  return <FailureAlert failure={failure} action={retry} />;
};
