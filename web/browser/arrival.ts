import { tabMemory } from './memory.ts';

const name = 'arrival';

export const announceArrival = () => tabMemory.set(name, 'true');

export const takeArrival = (): boolean => {
  const isLed = tabMemory.get(name) !== undefined;
  if (isLed) tabMemory.remove(name);
  return isLed;
};
