import './failure-text.css';
import { useState } from 'react';
import { errorStatus } from '#shared/errors.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from './announce.ts';

/** Whether whoever reads it can mend it, or has only to wait: nobody is asked about those. */
const isOwnToMend = (code: ErrorCode) => [400, 401, 409, 422, 429].includes(errorStatus[code]);

const RequestId = ({ id }: { readonly id: string }) => {
  const { t } = useTexts();
  const [outcome, setOutcome] = useState<'failure.copied' | 'failure.copyFailed'>();
  const tell = (next: NonNullable<typeof outcome>) => {
    setOutcome(next);
    announce(t(next));
  };
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => tell('failure.copied'),
      () => tell('failure.copyFailed'),
    );
  return (
    <span className="request-id">
      {t('failure.requestId')} <code>{id}</code>{' '}
      <button type="button" onClick={() => void copy()}>
        {t('failure.copy')}
      </button>{' '}
      {/* What is announced is not to be read a second time. */}
      {outcome && <span aria-hidden="true">{t(outcome)}</span>}
    </span>
  );
};

type Props = { readonly failure: Failure };

export const FailureId = ({ failure: { code, requestId } }: Props) =>
  requestId !== undefined && !isOwnToMend(code) && <RequestId id={requestId} />;

export const FailureText = ({ failure }: Props) => {
  const { t } = useTexts();
  return (
    <>
      {t(`errors.${failure.code}`)}
      <FailureId failure={failure} />
    </>
  );
};
