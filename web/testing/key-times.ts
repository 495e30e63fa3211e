/** Time between two keys of a person, in milliseconds, long enough not to be taken for a scanner's. */
const personIntervalMs = 200;
let time = 0;

/** Lets time pass between two keys. Returns the time stamp of the next key. */
export const passKeyTime = (ms: number): number => (time += ms);

/**
 * Gives a person's time stamps to all keys that have none of their own. user-event types without pauses, which the page
 * takes for a scan on a fast machine.
 */
export const slowDownKeys = () =>
  window.addEventListener(
    'keydown',
    (event) => {
      if (Object.hasOwn(event, 'timeStamp')) return;
      Object.defineProperty(event, 'timeStamp', { value: passKeyTime(personIntervalMs) });
    },
    true,
  );
