import { tidyText } from './invisible-characters.ts';

/** Label of a domain (RFC 1035), in lower case. */
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/**
 * Email address of lower-case ASCII letters: at most 64 characters before the @ (RFC 5321), and a top-level domain of
 * letters or in punycode.
 */
export const emailPattern = new RegExp(
  String.raw`^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]{0,63}[a-z0-9_+-]@(?:${label}\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$`,
);

/** Letters, marks and digits of any script, with hyphens and full stops, including the ideographic full stop. */
const internationalDomain = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);

/**
 * Converts a domain to punycode: müller.example becomes xn--mller-kva.example. Texts that are no domain are returned
 * unchanged.
 */
const toPunycode = (domain: string): string => {
  if (isAscii(domain) || !internationalDomain.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
};

const isQuoted = (text: string) => /^(['"]).*\1$/.test(text);

/**
 * Removes what mail programs add to a copied email address: a name, brackets, quotation marks, `mailto:`, a trailing
 * separator.
 */
const unwrapEmail = (text: string): string => {
  const emailPart = /<([^<>@]+@[^<>@]+)>/.exec(text)?.[1] ?? text;
  const email = emailPart.trim().replace(/^mailto:/i, '');
  const lastCharacter = email.at(-1) ?? '';
  const emailWithoutSeparator = ',;.:'.includes(lastCharacter) ? email.slice(0, -1) : email;
  return isQuoted(emailWithoutSeparator) ? emailWithoutSeparator.slice(1, -1) : emailWithoutSeparator;
};

/**
 * Normalizes an email address that was typed, pasted or read from a file, where it is unambiguous: lower case, with the domain in punycode.
 * A text without an @, such as a search prefix, is only trimmed and lower-cased.
 */
export const tidyEmail = (typed: string): string => {
  const text = tidyText(typed.normalize('NFKC')).toLowerCase();
  if (!text.includes('@')) return text;
  const email = unwrapEmail(text);
  const separatorIndex = email.lastIndexOf('@');
  return `${email.slice(0, separatorIndex).trimEnd()}@${toPunycode(email.slice(separatorIndex + 1).trimStart())}`;
};
