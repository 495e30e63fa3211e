import { randomUUID } from 'node:crypto';
import { jsonService, operationOf } from '../aws-json.ts';
import type { Gatekeeper } from '../iam/iam.ts';
import { generateSecret, randomText } from './generate-secret.ts';
import type { GenerateSecretString } from './generate-secret.ts';
import { secretsOperations, withVersion } from './operations.ts';
import { openSecretStore } from './secret-store.ts';

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
    /** Makes the secret unless an earlier run did, whose value then stays; answers its ARN. */
    ensureSecret: (wanted: NewSecret): string => {
      const existing = store.find(wanted.name);
      if (existing) return existing.arn;
      const createdAt = new Date(now()).toISOString();
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
