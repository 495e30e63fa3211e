import { memoryIn } from './browser-memory.ts';

/** What one tab remembers over document loads. */
export const tabMemory = memoryIn(() => sessionStorage);
