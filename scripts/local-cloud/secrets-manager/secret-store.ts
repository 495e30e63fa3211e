import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';

const version = z.object({
  id: z.string(),
  stages: z.array(z.string()),
  /** ISO. */
  createdAt: z.iso.datetime(),
  string: z.string(),
});

const secret = z.object({ name: z.string(), arn: z.string(), createdAt: z.iso.datetime(), versions: z.array(version) });

export type SecretVersion = z.infer<typeof version>;
export type Secret = z.infer<typeof secret>;

export type SecretStore = {
  /** By name, ARN, or ARN without its random end. */
  find: (id: string) => Secret | undefined;
  save: (secret: Secret) => void;
};

/** Secrets in a file that is replaced at once on every change; without a file, in memory. */
export const openSecretStore = (file: string | undefined): SecretStore => {
  const stored =
    file !== undefined && existsSync(file) ? z.parse(z.array(secret), JSON.parse(readFileSync(file, 'utf8'))) : [];
  const secrets = new Map(stored.map((each) => [each.name, each]));
  return {
    find: (id) =>
      secrets.get(id) ?? [...secrets.values()].find(({ arn }) => arn === id || arn.slice(0, -'-AbCdEf'.length) === id),
    save: (changed) => {
      secrets.set(changed.name, changed);
      if (file === undefined) return;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify([...secrets.values()], undefined, 2), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
};
