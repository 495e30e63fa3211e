import type { Spelling } from './charset.ts';
import { decodeAs, likelyCharsets } from './charset.ts';
import { FileRefused } from './refusal.ts';

const decoder = (bytes: Uint8Array) => (label: string) => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** UTF-8 that was damaged is told from another character set by what is left of it. */
const isDamagedUtf8 = (bytes: Uint8Array) => {
  const text = new TextDecoder('utf-8').decode(bytes);
  const wrong = text.match(/\uFFFD/g)?.length ?? 0;
  const right = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0;
  return right > wrong;
};

// Pictures, archives and programs have these in plenty; a label's scanner may leave one in a cell.
const isBinary = (text: string) => text.includes('\0') || (text.match(/[^\P{Cc}\s]/gu)?.length ?? 0) * 50 > text.length;

const isMarkup = (text: string) => /^\s*(<|%PDF|\{\\rtf)/.test(text.slice(0, 1000));

const withMark = (bytes: Uint8Array) => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined;
};

/** A text, and where it isn't sure which character set it is in, what each would make of it: the first was taken. */
type Decoded = { readonly text: string; readonly spellings: readonly Spelling[] };

const decodeByte = (bytes: Uint8Array): Decoded => {
  const spellings = likelyCharsets(bytes);
  return { text: decodeAs(spellings[0]?.charset ?? 'windows-1252', bytes), spellings };
};

/**
 * The text of a file as spreadsheets save it: UTF-8 or UTF-16 with a mark, UTF-8 without, or else one of the character sets
 * that Excel has for each system. Throws FileRefused for what is no table of text.
 */
export const decodeText = (bytes: Uint8Array): Decoded => {
  const decode = decoder(bytes);
  const mark = withMark(bytes);
  const unicode = decode(mark ?? 'utf-8');
  if (unicode === undefined && (mark || isDamagedUtf8(bytes))) throw new FileRefused('FileDamaged');
  const { text, spellings } = unicode === undefined ? decodeByte(bytes) : { text: unicode, spellings: [] };
  if (isBinary(text) || isMarkup(text)) throw new FileRefused('FileWrongType');
  return { text, spellings: spellings.length > 1 ? spellings : [] };
};
