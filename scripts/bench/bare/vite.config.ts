import { defineConfig } from 'vite';
import { stack } from '#web/vite.config.ts';

/** The same stack, as the portal's own page is built of it. */
export default defineConfig(() => {
  process.env['NODE_ENV'] = 'production';
  return { root: import.meta.dirname, ...stack() };
});
