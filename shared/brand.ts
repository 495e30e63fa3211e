/** The brand's colours. White on either has a contrast of 4.5 and more. */
export const brand = { primary: '#e60012', active: '#BF0010' } as const;
