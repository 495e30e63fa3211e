import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { toEpochSeconds, createJsonService, findOperation, ServiceError } from '../aws-json.ts';
import type { Call } from '../aws-json.ts';
import type { Account, Authorizer } from '../iam/iam.ts';
import { replaceFile } from '../state/replace-file.ts';
import type { ResourceType } from '../template/deploy.ts';
import { toPhysicalName } from '../template/deploy.ts';

const secretSchema = z.object({
  name: z.string(),
  arn: z.string(),
  createdAt: z.iso.datetime(),
  /** Newest version first. */
  versions: z.array(
    z.object({ id: z.string(), stages: z.array(z.string()), createdAt: z.iso.datetime(), string: z.string() }),
  ),
});
type Secret = z.infer<typeof secretSchema>;

const currentStage = 'AWSCURRENT';
const previousStage = 'AWSPREVIOUS';

const readSecrets = (file: string): Secret[] =>
  existsSync(file) ? z.array(secretSchema).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];

/** Finds a secret by name, ARN, or ARN without its random suffix. */
const findSecret = (secrets: readonly Secret[], id: string) =>
  secrets.find(({ name, arn }) => [name, arn, arn.slice(0, -'-AbCdEf'.length)].includes(id));

const secretId = { SecretId: z.string().check(z.minLength(1), z.maxLength(2048)) };
const inputs = {
  get: z.strictObject({ ...secretId, VersionStage: z._default(z.string(), currentStage) }),
  describe: z.strictObject(secretId),
  put: z.strictObject({
    ...secretId,
    ClientRequestToken: z.string().check(z.minLength(32), z.maxLength(64)),
    SecretString: z.string().check(z.minLength(1), z.maxLength(65_536)),
  }),
};

const createRandomText = (length: number): string => randomBytes(length).toString('hex').slice(0, length);

/** A secret without a given value is generated from letters and digits. */
const secretResource = z.union([
  z.looseObject({ SecretString: z.string() }),
  z.looseObject({
    GenerateSecretString: z.strictObject({
      ExcludePunctuation: z.literal(true),
      PasswordLength: z.int(),
    }),
  }),
]);

type Options = Partial<Authorizer> &
  Pick<Authorizer, 'isAllowed'> &
  Account & { readonly stateFile: string; readonly now: () => Date };

/**
 * Creates a minimal Secrets Manager for the template's secrets. Its state file is replaced atomically on every change.
 */
export const createSecretsManager = ({ stateFile, region, accountId, now, ...authorizer }: Options) => {
  const secrets = readSecrets(stateFile);
  const toArn = (name: string): string => `arn:aws:secretsmanager:${region}:${accountId}:secret:${name}`;

  /** Adds a current version. The current one becomes the previous one, and the previous one is deleted. */
  const addVersion = (secret: Secret, string: string, id: string = randomUUID()) => {
    const keptVersions = secret.versions.filter(({ stages }) => !stages.includes(previousStage));
    for (const version of keptVersions)
      version.stages = version.stages.map((stage) => (stage === currentStage ? previousStage : stage));
    secret.versions = [{ id, stages: [currentStage], createdAt: now().toISOString(), string }, ...keptVersions];
    replaceFile(stateFile, JSON.stringify(secrets, undefined, 2));
  };

  const defineOperation =
    <S extends z.ZodMiniType<{ SecretId: string }>>(
      name: string,
      schema: S,
      run: (secret: Secret, input: z.infer<S>) => object,
    ) =>
    ({ input, requirePermission }: Call): object => {
      const parsed = schema.safeParse(input);
      if (!parsed.success) throw new ServiceError('ValidationException', z.prettifyError(parsed.error));
      const { SecretId: id } = parsed.data;
      const secret = findSecret(secrets, id);
      requirePermission(`secretsmanager:${name}`, secret?.arn ?? (id.startsWith('arn:') ? id : toArn(id)));
      if (!secret)
        throw new ServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
      return { ARN: secret.arn, Name: secret.name, ...run(secret, parsed.data) };
    };

  const operations = {
    GetSecretValue: defineOperation('GetSecretValue', inputs.get, ({ versions }, { VersionStage }) => {
      const version = versions.find(({ stages }) => stages.includes(VersionStage));
      if (!version)
        throw new ServiceError(
          'ResourceNotFoundException',
          `Secrets Manager can't find the specified secret value for staging label: ${VersionStage}`,
        );
      const { id: VersionId, stages: VersionStages, string: SecretString, createdAt } = version;
      return { VersionId, VersionStages, SecretString, CreatedDate: toEpochSeconds(createdAt) };
    }),
    DescribeSecret: defineOperation('DescribeSecret', inputs.describe, ({ createdAt, versions }) => ({
      CreatedDate: toEpochSeconds(createdAt),
      LastChangedDate: toEpochSeconds(versions[0]?.createdAt ?? createdAt),
      VersionIdsToStages: Object.fromEntries(versions.map(({ id, stages }) => [id, stages])),
    })),
    PutSecretValue: defineOperation(
      'PutSecretValue',
      inputs.put,
      (secret, { SecretString, ClientRequestToken: VersionId }) => {
        const existing = secret.versions.find(({ id }) => id === VersionId);
        if (!existing) addVersion(secret, SecretString, VersionId);
        return { VersionId, VersionStages: existing?.stages ?? [currentStage] };
      },
    ),
  };

  /**
   * Creates a secret, or keeps one of an earlier run: a generated value stays, while a changed value of the template
   * becomes a new version. `generate` is the number of characters. Returns the ARN.
   */
  const ensureSecret = (name: string, value: string | { readonly generate: number }): string => {
    const existing = findSecret(secrets, name);
    if (existing && typeof value !== 'string') return existing.arn;
    const secret = existing ?? {
      name,
      arn: `${toArn(name)}-${createRandomText(6)}`,
      createdAt: now().toISOString(),
      versions: [],
    };
    if (!existing) secrets.push(secret);
    const text = typeof value === 'string' ? value : createRandomText(value.generate);
    if (secret.versions[0]?.string !== text) addVersion(secret, text);
    return secret.arn;
  };

  const makeSecret: ResourceType = (resource) => {
    const properties = secretResource.parse(resource.properties);
    const value =
      'SecretString' in properties
        ? String(properties.SecretString)
        : { generate: properties.GenerateSecretString.PasswordLength };
    return { ref: ensureSecret(toPhysicalName(resource), value) };
  };

  return {
    listener: createJsonService({
      name: 'Secrets Manager',
      findOperation: (req) => findOperation(req, 'secretsmanager.'),
      operations,
      ...authorizer,
    }),
    ensureSecret,
    resourceTypes: { 'AWS::SecretsManager::Secret': makeSecret },
    /** Returns the current value of a secret by name or ARN, or the value of a given version. */
    findText: (id: string, versionId?: string): string | undefined =>
      findSecret(secrets, id)?.versions.find((version) =>
        versionId === undefined ? version.stages.includes(currentStage) : version.id === versionId,
      )?.string,
    /** Returns the current values of all secrets. */
    listTexts: (): string[] => secrets.flatMap(({ versions: [version] }) => version?.string ?? []),
  };
};
