/** Formats of the codes on device labels, on packages and on the stores' own labels. */
export const codeFormats = ['ean_13', 'code_128', 'data_matrix', 'qr_code'] as const;

/** Formats that are also read if the detector distinguishes them from EAN-13. */
export const optionalFormats = ['upc_a'] as const;
