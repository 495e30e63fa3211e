import { bounds, FileRejectedError } from './bounds.ts';
import { readText } from './read-text.ts';
import type { Table } from './table.ts';
import { createTable } from './table.ts';
import { readWorkbook } from './workbook/read-workbook.ts';

const startsWith = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

const encodeUtf16 = (text: string) => Buffer.from(text, 'utf16le');

/**
 * Rejects Microsoft compound files by their streams: an old .xls, a password-protected workbook, or another document.
 */
const rejectCompoundFile = (bytes: Uint8Array): never => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasStream = (stream: string) => buffer.includes(encodeUtf16(stream));
  if (hasStream('EncryptedPackage') || hasStream('EncryptionInfo'))
    throw new FileRejectedError('FilePasswordProtected');
  throw new FileRejectedError(hasStream('Workbook') || hasStream('Book') ? 'FileIsXls' : 'FileWrongType');
};

/** Matches "PK" followed by a first entry, or by the end record of an empty archive. */
const isArchive = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0x50, 0x4b, 5, 6);

/** Detects from its content, not its name, how a file must be read. Throws FileRejectedError if it can't be. */
export const detectFileKind = (bytes: Uint8Array): 'workbook' | 'text' => {
  if (bytes.length === 0) throw new FileRejectedError('FileEmpty');
  if (bytes.length > bounds.bytes) throw new FileRejectedError('FileTooLarge');
  if (isArchive(bytes)) return 'workbook';
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) rejectCompoundFile(bytes);
  return 'text';
};

/** Reads a text file, or a workbook's first non-empty visible sheet after `skippedSheets` such sheets. Throws FileRejectedError. */
export const readTable = async (bytes: Uint8Array, skippedSheets = 0): Promise<Table> =>
  detectFileKind(bytes) === 'workbook'
    ? createTable(await readWorkbook(bytes, skippedSheets))
    : createTable({ ...readText(bytes), isTextFile: true });
