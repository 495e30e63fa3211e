import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export const projectPath = (...path: readonly string[]) => [root.replace(/\/$/, ''), ...path].join('/');
