/** `*` and `?` of policies and path patterns. */
export const matchesPattern = (pattern: string, text: string, flags = ''): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    `s${flags}`,
  ).test(text);
