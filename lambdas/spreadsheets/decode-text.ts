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

/**
 * The text of a file as spreadsheets save it: UTF-8 or UTF-16 with a mark, UTF-8 without, or else Windows-1252.
 * Throws FileRefused for what is no table of text.
 */
export const decodeText = (bytes: Uint8Array): string => {
  const decode = decoder(bytes);
  const mark = withMark(bytes);
  const text = mark ? decode(mark) : (decode('utf-8') ?? (isDamagedUtf8(bytes) ? undefined : decode('windows-1252')));
  if (text === undefined) throw new FileRefused('FileDamaged');
  if (isBinary(text) || isMarkup(text)) throw new FileRefused('FileWrongType');
  return text;
};
