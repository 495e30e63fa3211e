/** How two store references compare: trimmed, NFC, case-folded (acceptance, D4). They show as typed. */
export const normaliseReference = (reference: string): string =>
  // Upper then lower case folds what lower case alone leaves apart, such as ß and SS.
  reference.trim().normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
