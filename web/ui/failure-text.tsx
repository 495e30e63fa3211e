import './failure-text.css';
import { useState } from 'react';
import { errorStatus } from '#shared/api/errors.ts';
import type { ErrorCode } from '#shared/api/errors.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from './announce.ts';

/**
 * Returns whether the user can resolve the error or only has to wait. Then no request id is shown, because support is not
 * needed.
 */
const isResolvableByUser = (code: ErrorCode) => [400, 401, 409, 422, 429].includes(errorStatus[code]);

const RequestId = ({ id }: { readonly id: string }) => {
  const { t } = useTexts();
  const [outcome, setOutcome] = useState<'failure.copied' | 'failure.copyFailed'>();
  const showOutcome = (next: NonNullable<typeof outcome>) => {
    setOutcome(next);
    announce(t(next));
  };
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => showOutcome('failure.copied'),
      () => showOutcome('failure.copyFailed'),
    );
  return (
    <span className="request-id">
      {t('failure.requestId')} <code>{id}</code>{' '}
      <button type="button" onClick={() => void copy()}>
        {t('failure.copy')}
      </button>{' '}
      {/* The announcement already reads it out. */}
      {outcome && <span aria-hidden="true">{t(outcome)}</span>}
    </span>
  );
};

type Props = { readonly failure: Failure };

export const FailureId = ({ failure: { code, requestId } }: Props) =>
  requestId !== undefined && !isResolvableByUser(code) && <RequestId id={requestId} />;

export const FailureText = ({ failure }: Props) => {
  const { t } = useTexts();
  return (
    <>
      {t(`errors.${failure.code}`)}
      <FailureId failure={failure} />
    </>
  );
};
