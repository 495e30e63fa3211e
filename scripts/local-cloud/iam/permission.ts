/** One permission that a call needs, as IAM names it. */
export type Permission = { readonly action: string; readonly resource: string };
