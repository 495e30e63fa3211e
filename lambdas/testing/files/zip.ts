import { crc32, deflateRawSync } from 'node:zlib';

/** A part of an archive for tests; what is left out is as it should be, what is given may be a lie. */
export type ZipPart = {
  readonly name: string;
  readonly content: Uint8Array | string;
  readonly method?: number;
  readonly flags?: number;
  readonly sum?: number;
  readonly size?: number;
  readonly packedSize?: number;
  readonly packed?: Uint8Array;
};

const field = (bytes: 2 | 4, value: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};

/** A zip archive, honest or not. `entries` is the number that its end claims. */
export const zipOf = (parts: readonly ZipPart[], { entries = parts.length, comment = '' } = {}): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method = 8, flags = 0, ...claimed } of parts) {
    const plain = Buffer.from(content);
    const packed = claimed.packed ?? (method === 0 ? plain : deflateRawSync(plain));
    const path = Buffer.from(name);
    const common = Buffer.concat([
      ...[flags, method, 0, 0x21].map((value) => field(2, value)),
      ...[claimed.sum ?? crc32(plain), claimed.packedSize ?? packed.length, claimed.size ?? plain.length].map((value) =>
        field(4, value),
      ),
      field(2, path.length),
      field(2, 0),
    ]);
    const file = Buffer.concat([field(4, 0x04034b50), field(2, 20), common, path, packed]);
    directory.push(field(4, 0x02014b50), field(2, 20), field(2, 20), common, Buffer.alloc(10), field(4, offset), path);
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = [
    field(4, 0x06054b50),
    Buffer.alloc(4),
    field(2, entries),
    field(2, entries),
    field(4, listed.length),
    field(4, offset),
    field(2, comment.length),
    Buffer.from(comment, 'latin1'),
  ];
  return Buffer.concat([...files, listed, ...end]);
};
