import { tidyText } from './invisible-characters.ts';

/** One label of a domain (RFC 1035), in small letters. */
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/** An address of small ASCII letters: at most 64 characters before the @ (RFC 5321), and a last label of letters or in punycode. */
export const emailPattern = new RegExp(
  String.raw`^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]{0,63}[a-z0-9_+-]@(?:${label}\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$`,
);

/** Letters, marks and digits of any alphabet between hyphens and full stops, also those of East Asia. */
const international = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);

/** Returns a domain as mail servers know it: müller.example is xn--mller-kva.example. What is no domain stays. */
const asciiDomain = (domain: string): string => {
  if (isAscii(domain) || !international.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
};

const isQuoted = (text: string) => /^(['"]).*\1$/.test(text);

/** Removes what mail programs put around an address when it is copied: a name, brackets, quotation marks, `mailto:`, a separator. */
const withoutWrapping = (text: string): string => {
  const bracketed = /<([^<>@]+@[^<>@]+)>/.exec(text)?.[1] ?? text;
  const bare = bracketed.trim().replace(/^mailto:/i, '');
  const last = bare.at(-1) ?? '';
  const ended = ',;.:'.includes(last) ? bare.slice(0, -1) : bare;
  return isQuoted(ended) ? ended.slice(1, -1) : ended;
};

/**
 * Tidies an email address that was typed, pasted or read from a file: whatever can be read in only one way is read so. The address is in small
 * letters, with its domain in punycode. A text without an @ is only tidied.
 */
export const tidyEmail = (typed: string): string => {
  const text = tidyText(typed.normalize('NFKC')).toLowerCase();
  if (!text.includes('@')) return text;
  const address = withoutWrapping(text);
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at).trimEnd()}@${asciiDomain(address.slice(at + 1).trimStart())}`;
};
