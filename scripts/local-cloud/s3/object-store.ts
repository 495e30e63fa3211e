import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const storedObject = z.object({
  key: z.string(),
  /** Name of the file that holds the bytes. */
  data: z.uuid(),
  size: z.number(),
  /** Without quotes. */
  etag: z.string(),
  lastModified: z.iso.datetime(),
  /** Sent back as they are with the object. */
  headers: z.record(z.string(), z.string()),
});

export type StoredObject = z.infer<typeof storedObject>;

type Upload = {
  write: (chunk: Buffer) => Promise<void>;
  /** Puts the object in the place of an earlier one, at once. */
  publish: (object: Omit<StoredObject, 'data'>) => Promise<void>;
  discard: () => Promise<void>;
};

export type Bucket = {
  find: (key: string) => StoredObject | undefined;
  /** In S3's order, that of the keys' UTF-8 bytes. */
  list: (prefix: string) => StoredObject[];
  dataFile: (object: StoredObject) => string;
  remove: (key: string) => void;
  startUpload: () => Promise<Upload>;
};

const readObjects = (folder: string): StoredObject[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => z.parse(storedObject, JSON.parse(readFileSync(join(folder, name), 'utf8'))));

/** A bucket in a folder: one file of bytes and one of metadata per object; what an interrupted upload left is cleared away. */
export const openBucket = (folder: string): Bucket => {
  const objectsFolder = join(folder, 'objects');
  const dataFolder = join(folder, 'data');
  mkdirSync(objectsFolder, { recursive: true });
  mkdirSync(dataFolder, { recursive: true });

  const objects = new Map(readObjects(objectsFolder).map((object) => [object.key, object]));
  const used = new Set([...objects.values()].map(({ data }) => data));
  for (const name of readdirSync(dataFolder)) if (!used.has(name)) rmSync(join(dataFolder, name));

  // A hash, since keys may hold slashes and dots, be longer than file names, or differ only in case.
  const metadataFile = (key: string): string =>
    join(objectsFolder, `${createHash('sha256').update(key).digest('hex')}.json`);
  const dataFile = ({ data }: Pick<StoredObject, 'data'>): string => join(dataFolder, data);

  const publish = (object: StoredObject): void => {
    const replaced = objects.get(object.key);
    const target = metadataFile(object.key);
    writeFileSync(`${target}.new`, JSON.stringify(object));
    renameSync(`${target}.new`, target);
    objects.set(object.key, object);
    if (replaced) rmSync(dataFile(replaced), { force: true });
  };

  return {
    find: (key) => objects.get(key),
    list: (prefix) =>
      [...objects.values()]
        .filter(({ key }) => key.startsWith(prefix))
        .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))),
    dataFile,
    remove: (key) => {
      const object = objects.get(key);
      if (!object) return;
      rmSync(metadataFile(key), { force: true });
      objects.delete(key);
      rmSync(dataFile(object), { force: true });
    },
    startUpload: async () => {
      const data = randomUUID();
      const file = await open(dataFile({ data }), 'wx');
      return {
        write: (chunk) => file.writeFile(chunk),
        publish: async (object) => {
          await file.close();
          publish({ ...object, data });
        },
        discard: async () => {
          await file.close();
          rmSync(dataFile({ data }), { force: true });
        },
      };
    },
  };
};
