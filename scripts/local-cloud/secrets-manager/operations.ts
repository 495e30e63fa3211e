import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Secret, SecretStore, SecretVersion } from './secret-store.ts';

/** A refusal of Secrets Manager; `code` is the `__type` of its answer. */
export class SecretsError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const secretId = z.string().check(z.minLength(1), z.maxLength(2048));
const byId = { SecretId: secretId };

const inputs = {
  GetSecretValue: z.strictObject({ ...byId, VersionStage: z.optional(z.string()) }),
  DescribeSecret: z.strictObject(byId),
  PutSecretValue: z.strictObject({
    ...byId,
    ClientRequestToken: z.optional(z.string().check(z.minLength(32), z.maxLength(64))),
    SecretString: z.optional(z.string().check(z.minLength(1), z.maxLength(65_536))),
  }),
};

export type SecretsOperation = keyof typeof inputs;

export const isSecretsOperation = (name: string): name is SecretsOperation => Object.hasOwn(inputs, name);

const current = 'AWSCURRENT';
const previous = 'AWSPREVIOUS';

/** In seconds, as AWS JSON 1.1 writes instants. */
const seconds = (iso: string): number => Date.parse(iso) / 1000;

/** The same secret with a new current version; what was current becomes previous. */
export const withVersion = (secret: Secret, added: Omit<SecretVersion, 'stages'>): Secret => ({
  ...secret,
  versions: [
    { ...added, stages: [current] },
    ...secret.versions
      .filter(({ stages }) => !stages.includes(previous))
      .map((version) => ({
        ...version,
        stages: version.stages.map((stage) => (stage === current ? previous : stage)),
      })),
  ],
});

const getSecretValue = (
  secret: Secret,
  { VersionStage = current }: z.infer<(typeof inputs)['GetSecretValue']>,
): object => {
  const version = secret.versions.find(({ stages }) => stages.includes(VersionStage));
  if (!version)
    throw new SecretsError(
      'ResourceNotFoundException',
      `Secrets Manager can't find the specified secret value for staging label: ${VersionStage}`,
    );
  const { id, stages, string, createdAt } = version;
  return {
    ARN: secret.arn,
    Name: secret.name,
    VersionId: id,
    SecretString: string,
    VersionStages: stages,
    CreatedDate: seconds(createdAt),
  };
};

const describeSecret = ({ arn, name, createdAt, versions }: Secret): object => ({
  ARN: arn,
  Name: name,
  CreatedDate: seconds(createdAt),
  LastChangedDate: seconds(versions[0]?.createdAt ?? createdAt),
  VersionIdsToStages: Object.fromEntries(versions.map(({ id, stages }) => [id, stages])),
});

const putSecretValue = (
  secret: Secret,
  input: z.infer<(typeof inputs)['PutSecretValue']>,
  store: SecretStore,
  now: number,
): object => {
  const { SecretString: string, ClientRequestToken: id = randomUUID() } = input;
  if (string === undefined) throw new SecretsError('InvalidRequestException', 'You must provide SecretString.');
  const same = secret.versions.find((version) => version.id === id);
  if (same && same.string !== string)
    throw new SecretsError('ResourceExistsException', `You can't change the value of the existing version ${id}.`);
  if (!same) store.save(withVersion(secret, { id, createdAt: new Date(now).toISOString(), string }));
  return { ARN: secret.arn, Name: secret.name, VersionId: id, VersionStages: same?.stages ?? [current] };
};

export type Caller = {
  store: SecretStore;
  now: number;
  /** Throws AccessDeniedException; the id is the caller's word for the secret when there is none. */ permit: (
    arnOrId: string,
  ) => void;
};

/** Runs an operation on its JSON input. */
export const runOperation = (operation: SecretsOperation, body: unknown, { store, now, permit }: Caller): object => {
  const parsed = z.safeParse(inputs[operation], body);
  if (!parsed.success) throw new SecretsError('ValidationException', z.prettifyError(parsed.error));
  const secret = store.find(parsed.data.SecretId);
  permit(secret?.arn ?? parsed.data.SecretId);
  if (!secret) throw new SecretsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  switch (operation) {
    case 'GetSecretValue':
      return getSecretValue(secret, parsed.data);
    case 'DescribeSecret':
      return describeSecret(secret);
    case 'PutSecretValue':
      return putSecretValue(secret, parsed.data, store, now);
  }
};
