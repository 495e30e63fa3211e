import { constants, crc32, inflateRawSync } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import yauzl from 'yauzl';
import { bounds, FileRejectedError } from '#lambdas/lib/spreadsheets/bounds.ts';

/** Maximum number of compressed bytes that `peek` reads of a part. */
const maxPeekBytes = 8192;

/** Compression methods of the zip format. */
const storedMethod = 0;
const deflatedMethod = 8;

const readEntries = async (zip: ZipFile): Promise<Entry[]> => {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    entries.push(entry);
    if (entries.length > bounds.zip.entries) throw new FileRejectedError('FileTooLarge');
  }
  return entries;
};

const isTooDense = ({ compressedSize, uncompressedSize }: Entry) =>
  uncompressedSize > bounds.zip.ratioFromBytes && uncompressedSize > compressedSize * bounds.zip.ratio;

const checkEntries = (entries: readonly Entry[]) => {
  // Part names of a workbook are case-insensitive.
  const names = new Set(entries.map(({ fileName }) => fileName.toLowerCase()));
  if (names.size < entries.length) throw new FileRejectedError('FileDamaged');
  if (entries.some((entry) => entry.isEncrypted())) throw new FileRejectedError('FilePasswordProtected');
  const declaredSize = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (declaredSize > bounds.zip.declaredBytes || entries.some(isTooDense)) throw new FileRejectedError('FileTooLarge');
};

const throwDamaged = (cause: unknown): never => {
  throw cause instanceof FileRejectedError ? cause : new FileRejectedError('FileDamaged', { cause });
};

const inflate = (compressedBytes: Uint8Array, entry: Entry) => {
  if (entry.compressionMethod === storedMethod) return compressedBytes;
  if (entry.compressionMethod !== deflatedMethod) throw new FileRejectedError('FileDamaged');
  // Limit the output to the declared, already checked size, so that a wrong size fails here.
  return inflateRawSync(compressedBytes, { maxOutputLength: Math.max(1, entry.uncompressedSize) });
};

/**
 * Opens a zip archive after checking its directory; parts are found by lower-case name. Every failure is a
 * FileRejectedError.
 */
export const openArchive = async (bytes: Uint8Array) => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // yauzl rejects paths that leave the archive and contradictory sizes, and treats a backslash as a slash, which some
  // programs write.
  const zip = await yauzl.fromBufferPromise(buffer, { lazyEntries: true }).catch(throwDamaged);
  const entries = await readEntries(zip).catch(throwDamaged);
  checkEntries(entries);
  const entriesByName = new Map(entries.map((entry) => [entry.fileName.toLowerCase(), entry]));
  const readCompressed = async (entry: Entry) => {
    const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    return buffer.subarray(start, start + entry.compressedSize);
  };

  return {
    names: [...entriesByName.keys()],

    /** Inflates a part and checks its size and CRC; undefined if there is no such part. */
    read: async (name: string, maxBytes: number): Promise<Uint8Array | undefined> => {
      const entry = entriesByName.get(name.toLowerCase());
      if (!entry) return undefined;
      if (entry.uncompressedSize > maxBytes) throw new FileRejectedError('FileTooLarge');
      try {
        const content = inflate(await readCompressed(entry), entry);
        if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32)
          throw new FileRejectedError('FileDamaged');
        return content;
      } catch (cause) {
        return throwDamaged(cause);
      }
    },

    /**
     * Returns the beginning of a part and whether that is all of it. For a quick look only: nothing is checked, and NUL
     * bytes are dropped so that UTF-16 reads as ASCII.
     */
    peek: async (name: string): Promise<{ readonly begin: string; readonly isWhole: boolean }> => {
      const entry = entriesByName.get(name.toLowerCase());
      if (!entry) return { begin: '', isWhole: true };
      try {
        const compressedBytes = (await readCompressed(entry)).subarray(0, maxPeekBytes);
        const content =
          entry.compressionMethod === storedMethod
            ? compressedBytes
            : inflateRawSync(compressedBytes, {
                finishFlush: constants.Z_SYNC_FLUSH,
                maxOutputLength: bounds.part.sheet,
              });
        return {
          begin: Buffer.from(content).toString('latin1').replaceAll('\0', ''),
          isWhole: entry.compressedSize <= maxPeekBytes,
        };
      } catch {
        return { begin: '', isWhole: false };
      }
    },
  };
};

export type Archive = Awaited<ReturnType<typeof openArchive>>;
