import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** An absolute path in the project, wherever the command was started. */
export const inProject = (...path: readonly string[]) => [root.replace(/\/$/, ''), ...path].join('/');
