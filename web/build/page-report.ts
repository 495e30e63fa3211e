import * as z from 'zod/mini';

/** Files that each page loads first, and their modules; the build writes it to `dist/page-report.json`. */
export const pageReport = z.object({
  /** Names of files without their hash, by page. A page is named by its module, or by the first script of its document. */
  pages: z.record(z.string(), z.array(z.string())),
  files: z.record(
    z.string(),
    z.object({
      /** Size in bytes, compressed with gzip. */
      bytes: z.int(),
      /** Length in characters before minification, by module; a package counts as one module. */
      modules: z.record(z.string(), z.int()),
    }),
  ),
});

export type PageReport = z.output<typeof pageReport>;
