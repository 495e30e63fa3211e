/** Brand colors. White text on either of them has a contrast ratio of at least 4.5. */
export const brand = { primary: '#e60012', active: '#BF0010' } as const;
