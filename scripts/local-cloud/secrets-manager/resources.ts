import * as z from 'zod/mini';
import type { ResourceType } from '../template/deploy.ts';
import { physicalName } from '../template/deploy.ts';
import { openSecretStore } from './operations.ts';
import { generateSecretString } from './secrets-manager.ts';
import type { SecretsManager } from './secrets-manager.ts';

const secret = z.looseObject({
  Name: z.optional(z.string()),
  SecretString: z.optional(z.string()),
  GenerateSecretString: z.optional(generateSecretString),
});

/** `AWS::SecretsManager::Secret`; `onMade` hears each ARN. */
export const secretsResources = (
  secrets: SecretsManager,
  onMade: (arn: string) => void,
): Record<string, ResourceType> => ({
  'AWS::SecretsManager::Secret': (resource) => {
    const { Name: name = physicalName(resource), SecretString: value, ...rest } = secret.parse(resource.properties);
    const generated = () => ({ name, generate: generateSecretString.parse(rest.GenerateSecretString) });
    const arn = secrets.ensureSecret(value === undefined ? generated() : { name, value });
    onMade(arn);
    return { ref: arn, attributes: { Id: arn } };
  },
});

/** What a secret holds now, by name or ARN, or what a version of it holds; read from the emulator's file, since it may be changed at any time. */
export const secretText = (file: string, id: string, versionId?: string): string | undefined =>
  openSecretStore(file)
    .find(id)
    ?.versions.find((version) =>
      versionId === undefined ? version.stages.includes('AWSCURRENT') : version.id === versionId,
    )?.string;
