import { randomInt, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { jsonService, operationOf } from '../aws-json.ts';
import type { Gatekeeper } from '../iam/iam.ts';
import { openSecretStore, secretsOperations, withVersion } from './operations.ts';

/** CloudFormation's `GenerateSecretString`, as far as it is emulated: letters and digits. */
export const generateSecretString = z.strictObject({
  ExcludePunctuation: z.literal(true),
  PasswordLength: z.int().check(z.gte(3), z.lte(4096)),
});
export type GenerateSecretString = z.output<typeof generateSecretString>;

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const kinds = [/[A-Z]/, /[a-z]/, /[0-9]/];

/** So many letters and digits by chance. */
const randomText = (length: number): string =>
  Array.from({ length }, () => signs.charAt(randomInt(signs.length))).join('');

/** The first value of a secret that CloudFormation generates: it has one of each kind of sign. */
export const generateSecret = (options: GenerateSecretString): string => {
  const secret = randomText(options.PasswordLength);
  return kinds.every((kind) => kind.test(secret)) ? secret : generateSecret(options);
};

export type SecretsManagerOptions = Partial<Gatekeeper> &
  Pick<Gatekeeper, 'allow'> & {
    readonly stateFile?: string | undefined;
    readonly region: string;
    readonly accountId: string;
    /** In ms. */
    readonly now: () => number;
  };

type NewSecret = { name: string } & ({ value: string } | { generate: GenerateSecretString });

/** A small Secrets Manager: reads and changes the secrets that `ensureSecret` made. */
export const createSecretsManager = ({ stateFile, region, accountId, now, ...gatekeeper }: SecretsManagerOptions) => {
  const store = openSecretStore(stateFile);
  const arnOf = (name: string): string => `arn:aws:secretsmanager:${region}:${accountId}:secret:${name}`;
  return {
    listener: jsonService({
      name: 'Secrets Manager',
      operationOf: (req) => operationOf(req, 'secretsmanager.'),
      operations: secretsOperations(store, arnOf, now),
      ...gatekeeper,
    }),
    /** Makes the secret unless an earlier run did; a generated value then stays, and one of the template becomes a new version. Answers its ARN. */
    ensureSecret: (wanted: NewSecret): string => {
      const existing = store.find(wanted.name);
      const createdAt = new Date(now()).toISOString();
      if (existing) {
        const current = existing.versions.find(({ stages }) => stages.includes('AWSCURRENT'));
        if ('value' in wanted && wanted.value !== current?.string)
          store.save(withVersion(existing, { id: randomUUID(), createdAt, string: wanted.value }));
        return existing.arn;
      }
      const arn = `${arnOf(wanted.name)}-${randomText(6)}`;
      const value = 'value' in wanted ? wanted.value : generateSecret(wanted.generate);
      store.save(
        withVersion(
          { name: wanted.name, arn, createdAt, versions: [] },
          { id: randomUUID(), createdAt, string: value },
        ),
      );
      return arn;
    },
  };
};

export type SecretsManager = ReturnType<typeof createSecretsManager>;
