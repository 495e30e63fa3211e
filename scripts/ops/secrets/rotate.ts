import { randomBytes, randomUUID } from 'node:crypto';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DescribeSecretCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';

/** Generates a secret of characters that a header value can contain unquoted. */
const generateSecret = () => randomBytes(36).toString('base64url');

type Rotation = {
  readonly secrets: Pick<SecretsManagerClient, 'send'>;
  readonly arn: string;
  /** Secret version named in the stage's settings, which CloudFront sends since the last deployment. */
  readonly deployedVersion: string | undefined;
};

/**
 * First of two rotation steps: creates a new version of the origin secret. The API accepts it and the previous one; CloudFront sends the
 * previous one until the stage names the new one and is deployed. Returns the new version's id. Throws if an earlier rotation has not been
 * deployed, because the API would then reject what CloudFront sends.
 */
export const rotateOriginSecret = async ({ secrets, arn, deployedVersion }: Rotation): Promise<string> => {
  const { VersionIdsToStages = {} } = await secrets.send(new DescribeSecretCommand({ SecretId: arn }));
  const findVersion = (stage: string) =>
    Object.keys(VersionIdsToStages).find((id) => VersionIdsToStages[id]?.includes(stage));
  const currentVersion = findVersion('AWSCURRENT');
  if (findVersion('AWSPREVIOUS') !== undefined && deployedVersion !== currentVersion)
    throw new Error(
      `The last rotation is not over: name originSecretVersion: '${currentVersion}' in infra/stages.ts and deploy first. CloudFront may still send the version before.`,
    );
  const id = randomUUID();
  await secrets.send(
    new PutSecretValueCommand({ SecretId: arn, ClientRequestToken: id, SecretString: generateSecret() }),
  );
  return id;
};
