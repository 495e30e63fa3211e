const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string =>
  text
    .replace(/[&<>"]/g, (char) => entities[char] ?? char)
    .replace(/\p{Cc}/gu, (char) => `&#x${char.charCodeAt(0).toString(16)};`);

/** An element that holds text. */
export const element = (name: string, text: string | number | boolean): string =>
  `<${name}>${escape(String(text))}</${name}>`;

/** An element that holds elements. */
export const group = (name: string, ...children: string[]): string => `<${name}>${children.join('')}</${name}>`;

/** A whole answer; only S3's results, not its errors, carry the namespace, and the SDK reads both. */
export const document = (name: string, ...children: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${group(name, ...children)}`;
