/** Node's code of an error (`EEXIST`), whichever realm it comes from: under jest, Node's own errors are no instances of the test's Error. */
export const errorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
