import * as z from 'zod/mini';
import { paths } from '#shared/api/paths.ts';
import { omittedRows } from '#shared/returns/file/rejections.ts';
import { defineDraftKind } from '#web/components/drafts/draft-kind.ts';

const line = z.object({
  key: z.int(),
  product: z.string(),
  ean: z.string(),
  productDescription: z.string(),
  purchaseDate: z.string(),
  returnDate: z.string(),
  serialNumber: z.string(),
});

const draft = z.object({
  id: z.uuid(),
  storeRefNo: z.string(),
  /** Hashes of the files that lines came from. */
  files: z.array(z.string()),
  /** Store for which the files were read. */
  filesStoreId: z.optional(z.string()),
  lines: z.array(line),
  dates: z.optional(z.object({ purchaseDate: z.string(), returnDate: z.string() })),
  /** Rows of the last file that are not in the lines. */
  left: z.optional(omittedRows),
});

const adminsDraft = z.extend(draft, { storeId: z.string() });

export const returnDrafts = defineDraftKind<z.output<typeof draft> & { readonly storeId?: string }>({
  form: 'bookReturn',
  path: paths.bookReturn,
  schema: (isAdmin) => (isAdmin ? adminsDraft : draft),
  kindText: ({ t }) => t('returns.draft.kind'),
  nameParts: ({ lines, storeRefNo, storeId = '' }, { t }) => [
    t('returns.draft.lines', { count: lines.length }),
    ...(storeRefNo.trim() === '' ? [] : [t('draft.reference', { reference: storeRefNo.trim() })]),
    ...(storeId === '' ? [] : [storeId]),
  ],
});
