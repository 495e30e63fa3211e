import Alert from '@cloudscape-design/components/alert';
import type { ReactNode } from 'react';
import type { Failure } from '#web/data/api-errors.ts';
import { FailureText } from './failure-text.tsx';

export const FailureAlert = ({ failure, action }: { readonly failure: Failure; readonly action?: ReactNode }) => (
  <div role="alert">
    <Alert type="error" action={action}>
      <FailureText failure={failure} />
    </Alert>
  </div>
);
