/** Kinds of codes on labels of devices, on packages, and of the stores' own labels. */
export const codeFormats = ['ean_13', 'code_128', 'data_matrix', 'qr_code'] as const;

/** Read as well where the browser's own detector tells them apart from EAN-13. */
export const otherFormats = ['upc_a'] as const;
