import { constants, crc32, inflateRawSync } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import yauzl from 'yauzl';
import { bounds, FileRefused } from '#lambdas/spreadsheets/bounds.ts';

/** Of a part that is only looked at. */
const peekedBytes = 8192;

const stored = 0;
const deflated = 8;

const entriesOf = async (zip: ZipFile): Promise<Entry[]> => {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    entries.push(entry);
    if (entries.length > bounds.zip.entries) throw new FileRefused('FileTooLarge');
  }
  return entries;
};

const isTooDense = ({ compressedSize, uncompressedSize }: Entry) =>
  uncompressedSize > bounds.zip.ratioFromBytes && uncompressedSize > compressedSize * bounds.zip.ratio;

const checkEntries = (entries: readonly Entry[]) => {
  // Parts of a workbook are told apart without regard to case.
  const names = new Set(entries.map(({ fileName }) => fileName.toLowerCase()));
  if (names.size < entries.length) throw new FileRefused('FileDamaged');
  if (entries.some((entry) => entry.isEncrypted())) throw new FileRefused('FilePasswordProtected');
  const declared = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (declared > bounds.zip.declaredBytes || entries.some(isTooDense)) throw new FileRefused('FileTooLarge');
};

const damaged = (cause: unknown): never => {
  throw cause instanceof FileRefused ? cause : new FileRefused('FileDamaged', { cause });
};

const inflate = (packed: Uint8Array, entry: Entry) => {
  if (entry.compressionMethod === stored) return packed;
  if (entry.compressionMethod !== deflated) throw new FileRefused('FileDamaged');
  // Never a byte more than the archive says, so never more than was allowed: a size that lies ends here.
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.uncompressedSize) });
};

/** The parts of a zip archive whose directory is harmless, by names in lower case. Everything throws FileRefused. */
export const openArchive = async (bytes: Uint8Array) => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // yauzl refuses names that lead out of the archive, and sizes that contradict each other. A backslash is a slash: some programs write no other.
  const zip = await yauzl.fromBufferPromise(buffer, { lazyEntries: true }).catch(damaged);
  const entries = await entriesOf(zip).catch(damaged);
  checkEntries(entries);
  const byName = new Map(entries.map((entry) => [entry.fileName.toLowerCase(), entry]));
  const packedOf = async (entry: Entry) => {
    const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    return buffer.subarray(start, start + entry.compressedSize);
  };

  return {
    names: [...byName.keys()],

    /** A part, inflated and checked against its size and its sum; undefined when there is none. */
    read: async (name: string, maxBytes: number): Promise<Uint8Array | undefined> => {
      const entry = byName.get(name.toLowerCase());
      if (!entry) return undefined;
      if (entry.uncompressedSize > maxBytes) throw new FileRefused('FileTooLarge');
      try {
        const content = inflate(await packedOf(entry), entry);
        if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32)
          throw new FileRefused('FileDamaged');
        return content;
      } catch (cause) {
        return damaged(cause);
      }
    },

    /** How a part begins, as far as some of its packed bytes go, and whether that is all of it; for a look only: nothing is checked, and signs of two bytes lose their second. */
    peek: async (name: string): Promise<{ readonly begin: string; readonly isWhole: boolean }> => {
      const entry = byName.get(name.toLowerCase());
      if (!entry) return { begin: '', isWhole: true };
      try {
        const packed = (await packedOf(entry)).subarray(0, peekedBytes);
        const content =
          entry.compressionMethod === stored
            ? packed
            : inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: bounds.part.sheet });
        return {
          begin: Buffer.from(content).toString('latin1').replaceAll('\0', ''),
          isWhole: entry.compressedSize <= peekedBytes,
        };
      } catch {
        return { begin: '', isWhole: false };
      }
    },
  };
};

export type Archive = Awaited<ReturnType<typeof openArchive>>;
