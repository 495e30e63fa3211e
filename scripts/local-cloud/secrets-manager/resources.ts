import * as z from 'zod/mini';
import type { ResourceType } from '../template/deploy.ts';
import type { Version } from '../template/dynamic-references.ts';
import { physicalName } from '../template/names.ts';
import type { GenerateSecretString } from './generate-secret.ts';
import { openSecretStore } from './secret-store.ts';
import type { SecretsManager } from './secrets-manager.ts';

const generate = z.custom<GenerateSecretString>((value) => typeof value === 'object' && value !== null);

const secret = z.looseObject({
  Name: z.optional(z.string()),
  SecretString: z.optional(z.string()),
  GenerateSecretString: z.optional(generate),
});

/** `AWS::SecretsManager::Secret`; `onMade` hears each ARN. */
export const secretsResources = (
  secrets: SecretsManager,
  onMade: (arn: string) => void,
): Record<string, ResourceType> => ({
  'AWS::SecretsManager::Secret': (resource) => {
    const {
      Name: name = physicalName(resource),
      SecretString,
      GenerateSecretString,
    } = secret.parse(resource.properties);
    if (SecretString === undefined && GenerateSecretString === undefined)
      throw new Error('the local cloud makes no secret without a value');
    const arn = secrets.ensureSecret(
      SecretString === undefined ? { name, generate: GenerateSecretString ?? {} } : { name, value: SecretString },
    );
    onMade(arn);
    return { ref: arn, attributes: { Id: arn } };
  },
});

/** What a secret holds now, by name or ARN, or what a version of it holds; read from the emulator's file, since it may be changed at any time. */
export const secretText = (file: string, id: string, version: Version = {}): string | undefined =>
  openSecretStore(file)
    .find(id)
    ?.versions.find(
      (candidate) =>
        (version.id === undefined || candidate.id === version.id) &&
        (version.id !== undefined || candidate.stages.includes(version.stage ?? 'AWSCURRENT')),
    )?.string;

/** The name of a secret, which is in its ARN before six random characters. */
export const nameOfSecret = (arn: string): string => arn.replace(/^.*:secret:/, '').replace(/-.{6}$/, '');
