import { hasName } from './errors.ts';

/** Whether the condition of a write held: false where it did not, and nothing was written. Throws any other failure. */
export const conditionHeld = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (hasName(error, 'ConditionalCheckFailedException')) return false;
    throw error;
  }
};
