import Alert from '@cloudscape-design/components/alert';
import type { ReactNode } from 'react';
import type { Failure } from '#web/data/api-errors.ts';
import { FailureText } from './failure-text.tsx';

type Props = {
  readonly failure: Failure;
  /** What to do about it: a button. */
  readonly action?: ReactNode;
};

/** Says why something failed as soon as it has, also to those who don't see it. */
export const FailureAlert = ({ failure, action }: Props) => (
  <div role="alert">
    <Alert type="error" action={action}>
      <FailureText failure={failure} />
    </Alert>
  </div>
);
