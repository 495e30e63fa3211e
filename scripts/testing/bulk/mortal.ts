import type { Fate } from './setting.ts';

/** A worker's end: nothing that it does afterwards reaches anybody. */
class Killed extends Error {
  override readonly name: string = 'Killed';
}

const throttled = () =>
  Object.assign(new Error('Too many requests'), {
    name: 'TooManyRequestsException',
    $metadata: { httpStatusCode: 400 },
  });

/**
 * A worker that is killed at its nth call that changes something, before it is made or once it was answered; `throttles` says of each call
 * of Cognito whether it is turned away.
 */
export const mortal = ({
  killedAt,
  isAfter,
  throttles = () => false,
}: {
  readonly killedAt: number;
  readonly isAfter: boolean;
  readonly throttles?: () => boolean;
}) => {
  let calls = 0;
  let isDead = false;
  const fate: Fate = async (service, call, isRead = false) => {
    if (isDead) throw new Killed();
    if (!isRead) calls += 1;
    if (!isRead && calls === killedAt) {
      isDead = true;
      if (isAfter) await call();
      throw new Killed();
    }
    if (service === 'cognito' && throttles()) throw throttled();
    const answer = await call();
    if (isDead) throw new Killed();
    return answer;
  };
  return { fate, isDead: () => isDead };
};
