import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { ServiceError } from '../aws-json.ts';
import type { Call } from '../aws-json.ts';

const versionSchema = z.object({
  id: z.string(),
  stages: z.array(z.string()),
  /** ISO. */
  createdAt: z.iso.datetime(),
  string: z.string(),
});

const secretSchema = z.object({
  name: z.string(),
  arn: z.string(),
  createdAt: z.iso.datetime(),
  versions: z.array(versionSchema),
});

export type SecretVersion = z.infer<typeof versionSchema>;
export type Secret = z.infer<typeof secretSchema>;

export type SecretStore = {
  /** By name, ARN, or ARN without its random end. */
  find: (id: string) => Secret | undefined;
  save: (secret: Secret) => void;
};

/** Secrets in a file that is replaced at once on every change; without a file, in memory. */
export const openSecretStore = (file: string | undefined): SecretStore => {
  const stored =
    file !== undefined && existsSync(file)
      ? z.parse(z.array(secretSchema), JSON.parse(readFileSync(file, 'utf8')))
      : [];
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

const secretId = z.string().check(z.minLength(1), z.maxLength(2048));
const byId = { SecretId: secretId };

const getSecretValueInput = z.strictObject({ ...byId, VersionStage: z.optional(z.string()) });
const describeSecretInput = z.strictObject(byId);
const putSecretValueInput = z.strictObject({
  ...byId,
  ClientRequestToken: z.optional(z.string().check(z.minLength(32), z.maxLength(64))),
  SecretString: z.optional(z.string().check(z.minLength(1), z.maxLength(65_536))),
});

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

const getSecretValue = (secret: Secret, { VersionStage = current }: z.infer<typeof getSecretValueInput>) => {
  const version = secret.versions.find(({ stages }) => stages.includes(VersionStage));
  if (!version)
    throw new ServiceError(
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

const describeSecret = ({ arn, name, createdAt, versions }: Secret) => ({
  ARN: arn,
  Name: name,
  CreatedDate: seconds(createdAt),
  LastChangedDate: seconds(versions[0]?.createdAt ?? createdAt),
  VersionIdsToStages: Object.fromEntries(versions.map(({ id, stages }) => [id, stages])),
});

const putSecretValue = (
  secret: Secret,
  input: z.infer<typeof putSecretValueInput>,
  store: SecretStore,
  now: number,
) => {
  const { SecretString: string, ClientRequestToken: id = randomUUID() } = input;
  if (string === undefined) throw new ServiceError('InvalidRequestException', 'You must provide SecretString.');
  const same = secret.versions.find((version) => version.id === id);
  if (same && same.string !== string)
    throw new ServiceError('ResourceExistsException', `You can't change the value of the existing version ${id}.`);
  if (!same) store.save(withVersion(secret, { id, createdAt: new Date(now).toISOString(), string }));
  return { ARN: secret.arn, Name: secret.name, VersionId: id, VersionStages: same?.stages ?? [current] };
};

/** The operations on a store's secrets; `arnOf` names a secret that isn't there, `now` in ms. */
export const secretsOperations = (store: SecretStore, arnOf: (name: string) => string, now: () => number) => {
  const operation =
    <S extends z.ZodMiniType<{ SecretId: string }>>(
      name: string,
      schema: S,
      run: (secret: Secret, input: z.infer<S>) => object,
    ) =>
    ({ input, permit }: Call): object => {
      const parsed = schema.safeParse(input);
      if (!parsed.success) throw new ServiceError('ValidationException', z.prettifyError(parsed.error));
      const { SecretId: id } = parsed.data;
      const secret = store.find(id);
      permit(`secretsmanager:${name}`, secret?.arn ?? (id.startsWith('arn:') ? id : arnOf(id)));
      if (!secret)
        throw new ServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
      return run(secret, parsed.data);
    };
  return {
    GetSecretValue: operation('GetSecretValue', getSecretValueInput, getSecretValue),
    DescribeSecret: operation('DescribeSecret', describeSecretInput, describeSecret),
    PutSecretValue: operation('PutSecretValue', putSecretValueInput, (secret, input) =>
      putSecretValue(secret, input, store, now()),
    ),
  };
};
