import type { CallFault } from './job-environment.ts';

/** Thrown by all calls of a killed worker, so that none of them takes effect. */
class WorkerKilledError extends Error {
  override readonly name: string = 'Killed';
}

const createThrottlingError = () =>
  Object.assign(new Error('Too many requests'), {
    name: 'TooManyRequestsException',
    $metadata: { httpStatusCode: 400 },
  });

/** Creates the fault of a worker that is killed at one of its writes, before the call or after its response. */
export const createKillFault = ({
  killedAt,
  isKilledAfterCall,
  shouldThrottle = () => false,
}: {
  /** Number of the write at which the worker is killed, from 1; Infinity: never. */
  readonly killedAt: number;
  readonly isKilledAfterCall: boolean;
  /** Called for each call to Cognito; true throttles it. */
  readonly shouldThrottle?: () => boolean;
}) => {
  let writeCount = 0;
  let isDead = false;
  const fault: CallFault = async (service, call, isRead = false) => {
    if (isDead) throw new WorkerKilledError();
    if (!isRead) writeCount += 1;
    if (!isRead && writeCount === killedAt) {
      isDead = true;
      if (isKilledAfterCall) await call();
      throw new WorkerKilledError();
    }
    if (service === 'cognito' && shouldThrottle()) throw createThrottlingError();
    const response = await call();
    if (isDead) throw new WorkerKilledError();
    return response;
  };
  return { fault, isDead: () => isDead };
};
