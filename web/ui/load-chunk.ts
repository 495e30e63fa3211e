import { createChunkLoader } from './chunks.ts';

/** Every lazy part of the interface is loaded through this. */
export const loadChunk = createChunkLoader({
  storage: () => sessionStorage,
  now: Date.now,
  reload: () => location.reload(),
});
