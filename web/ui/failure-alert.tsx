import Alert from '@cloudscape-design/components/alert';
import type { ReactNode } from 'react';
import type { Failure } from '#web/data/api-errors.ts';
import { useIsBackOnline } from '#web/data/use-is-back-online.ts';
import { FailureText } from './failure-text.tsx';

export const FailureAlert = ({ failure, action }: { readonly failure: Failure; readonly action?: ReactNode }) => {
  const isOutdated = useIsBackOnline(failure);
  // The text stays if there is an action that it explains.
  if (isOutdated && !action) return null;
  return (
    <div role="alert">
      <Alert type="error" action={action}>
        <FailureText failure={failure} />
      </Alert>
    </div>
  );
};
