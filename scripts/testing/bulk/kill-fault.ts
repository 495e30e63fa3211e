import type { Fault } from './setting.ts';

/** Thrown by all calls of a killed worker, so that none of them takes effect. */
class WorkerKilledError extends Error {
  override readonly name: string = 'Killed';
}

const createThrottlingError = () =>
  Object.assign(new Error('Too many requests'), {
    name: 'TooManyRequestsException',
    $metadata: { httpStatusCode: 400 },
  });

/**
 * Simulates a worker that is killed at its nth write, before the call or after its response; `throttles` decides for each call to Cognito
 * whether it is throttled.
 */
export const createKillFault = ({
  killedAt,
  isKilledAfterCall,
  throttles = () => false,
}: {
  readonly killedAt: number;
  readonly isKilledAfterCall: boolean;
  readonly throttles?: () => boolean;
}) => {
  let callCount = 0;
  let isDead = false;
  const fault: Fault = async (service, call, isRead = false) => {
    if (isDead) throw new WorkerKilledError();
    if (!isRead) callCount += 1;
    if (!isRead && callCount === killedAt) {
      isDead = true;
      if (isKilledAfterCall) await call();
      throw new WorkerKilledError();
    }
    if (service === 'cognito' && throttles()) throw createThrottlingError();
    const response = await call();
    if (isDead) throw new WorkerKilledError();
    return response;
  };
  return { fault, isDead: () => isDead };
};
