/** How two store references compare: trimmed, NFC, case-folded (acceptance, D4). They show as typed. */
export const normaliseReference = (reference: string): string =>
  // There and back again folds what lower case alone leaves apart: ß, the capital ẞ and SS are one.
  reference.trim().normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
