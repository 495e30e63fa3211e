import { bounds, FileRefused } from './bounds.ts';
import { readText } from './read-text.ts';
import type { Table } from './table.ts';
import { tableOf } from './table.ts';
import { readWorkbook } from './workbook/read-workbook.ts';

const startsWith = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

/** Compound files of Microsoft: an old .xls, a new workbook under a password, or something that is none; their streams tell. */
const refuseCompound = (bytes: Uint8Array): never => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (stream: string) => buffer.includes(utf16(stream));
  if (has('EncryptedPackage') || has('EncryptionInfo')) throw new FileRefused('FilePasswordProtected');
  throw new FileRefused(has('Workbook') || has('Book') ? 'FileIsXls' : 'FileWrongType');
};

/** "PK", then a first entry, or the end of an archive without any. */
const isArchive = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0x50, 0x4b, 5, 6);

/** Tells by its content, whatever its name is, how a file is to be read. Throws FileRefused for what can't be. */
export const kindOfFile = (bytes: Uint8Array): 'workbook' | 'text' => {
  if (bytes.length === 0) throw new FileRefused('FileEmpty');
  if (bytes.length > bounds.bytes) throw new FileRefused('FileTooLarge');
  if (isArchive(bytes)) return 'workbook';
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) refuseCompound(bytes);
  return 'text';
};

/** By its content: a workbook's first filled visible sheet (behind `skipped` ones), or a text file. Throws FileRefused. */
export const readTable = async (bytes: Uint8Array, skipped = 0): Promise<Table> =>
  kindOfFile(bytes) === 'workbook'
    ? tableOf(await readWorkbook(bytes, skipped))
    : tableOf({ ...readText(bytes), isText: true });
