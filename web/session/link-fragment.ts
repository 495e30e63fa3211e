/** Parses the fragment of an email's link; its values are unchecked. */
export const parseLinkFragment = (fragment: string): Readonly<Record<string, string>> =>
  // A plus sign in an email address is literal, even if the link does not encode it.
  Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, '').replaceAll('+', '%2B')));
