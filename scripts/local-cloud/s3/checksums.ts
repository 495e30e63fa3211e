import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

type Digest = { update: (chunk: Buffer) => void; base64: () => string };

const crcTable = (polynomial: bigint): bigint[] =>
  Array.from({ length: 256 }, (_, byte) => {
    let crc = BigInt(byte);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1n ? (crc >> 1n) ^ polynomial : crc >> 1n;
    return crc;
  });

/** A reflected CRC with all bits set at the start and flipped at the end, as CRC32C and CRC64NVME both are. */
const crcDigest = (polynomial: bigint, bytes: 4 | 8): Digest => {
  const table = crcTable(polynomial);
  const ones = (1n << BigInt(bytes * 8)) - 1n;
  let crc = ones;
  return {
    update: (chunk) => {
      for (const byte of chunk) crc = (table[Number(crc & 0xffn) ^ byte] ?? 0n) ^ (crc >> 8n);
    },
    base64: () => Buffer.from((crc ^ ones).toString(16).padStart(bytes * 2, '0'), 'hex').toString('base64'),
  };
};

const crc32Digest = (): Digest => {
  let crc = 0;
  return {
    update: (chunk) => {
      crc = crc32(chunk, crc);
    },
    base64: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(crc);
      return bytes.toString('base64');
    },
  };
};

const hashDigest = (algorithm: 'sha1' | 'sha256'): Digest => {
  const hash = createHash(algorithm);
  return { update: (chunk) => void hash.update(chunk), base64: () => hash.digest('base64') };
};

const digests = {
  'x-amz-checksum-crc32': crc32Digest,
  'x-amz-checksum-crc32c': () => crcDigest(0x82f63b78n, 4),
  'x-amz-checksum-crc64nvme': () => crcDigest(0x9a6c9329ac4bc9b5n, 8),
  'x-amz-checksum-sha1': () => hashDigest('sha1'),
  'x-amz-checksum-sha256': () => hashDigest('sha256'),
} satisfies Record<string, () => Digest>;

export type ChecksumHeader = keyof typeof digests;

/** The headers (or trailers, or form fields) that may carry a checksum of the object. */
export const isChecksumHeader = (name: string): name is ChecksumHeader => Object.hasOwn(digests, name);

export const startChecksum = (name: ChecksumHeader): Digest => digests[name]();
