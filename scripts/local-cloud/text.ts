/** Decodes percent-encoded text; returns undefined if it is malformed. */
export const decodePercent = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Escapes text for HTML and XML. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']|\p{Cc}/gu, (character) => `&#${character.charCodeAt(0)};`);
