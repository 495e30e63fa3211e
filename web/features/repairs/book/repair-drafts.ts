import * as z from 'zod/mini';
import { paths } from '#shared/api/paths.ts';
import { draftContent } from '#shared/repairs/content.ts';
import { defineDraftKind } from '#web/components/drafts/draft-kind.ts';
import { toProductLabel } from '#web/features/repairs/repair-kind.ts';

/** Omits the confirmations, which must be given for each booking. */
const draft = z.object({ id: z.uuid(), storeRefNo: z.string(), ...draftContent });

const adminsDraft = z.extend(draft, { storeId: z.string() });

export const repairDrafts = defineDraftKind<z.output<typeof draft> & { readonly storeId?: string }>({
  form: 'bookRepair',
  path: paths.bookRepair,
  schema: (isAdmin) => (isAdmin ? adminsDraft : draft),
  kindText: ({ t }) => t('repairs.draft.kind'),
  nameParts: ({ product, serialNumber, storeRefNo, storeId = '' }, { t, language }) => [
    product === '' ? serialNumber.trim() || t('repairs.draft.noProduct') : toProductLabel(product, language),
    ...(storeRefNo.trim() === '' ? [] : [t('draft.reference', { reference: storeRefNo.trim() })]),
    ...(storeId === '' ? [] : [storeId]),
  ],
});
