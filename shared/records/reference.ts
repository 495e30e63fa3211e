import { foldTerm } from './search.ts';

/** How two store references compare: trimmed, NFC, case-folded (acceptance, D4). They show as typed. */
export const normaliseReference = (reference: string): string => foldTerm(reference);

/** The key of a withdrawn record: it steps aside, so that its reference can be used again. No reference holds a control character. */
export const withdrawnReference = (reference: string, id: string): string =>
  [normaliseReference(reference), id].join('\u001F');
