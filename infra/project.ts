import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export const resolveProjectPath = (...path: readonly string[]) => [root.replace(/\/$/, ''), ...path].join('/');
