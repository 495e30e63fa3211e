/** Percent-encoded text; undefined where it is none. */
export const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** For HTML and XML. */
export const escaped = (text: string): string => text.replace(/[&<>"']|\p{Cc}/gu, (sign) => `&#${sign.charCodeAt(0)};`);
