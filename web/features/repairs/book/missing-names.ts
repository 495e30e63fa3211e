import type { ContentField } from '#shared/repairs/content.ts';
import type { Translate } from '#web/language/i18n.ts';
import { contentLabels } from './content-form.tsx';

const named = ['storeId', ...(Object.keys(contentLabels) as ContentField[]), 'storeRefNo'] as const;
/** The names of fields that are still to be filled in, as the form has them; both confirmations are one. */
export const missingNames = (fields: readonly string[], t: Translate): string[] => [
  ...named
    .filter((name) => fields.includes(name))
    .map((name) => t(name === 'storeId' ? 'stores.label' : `repairs.fields.${name}`)),
  ...(fields.some((field) => !named.some((name) => name === field)) ? [t('repairs.book.confirmations')] : []),
];
