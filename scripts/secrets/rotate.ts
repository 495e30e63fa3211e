import { randomBytes, randomUUID } from 'node:crypto';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DescribeSecretCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';

/** Characters that a header's value holds without quotes. */
const newText = () => randomBytes(36).toString('base64url');

type Rotation = {
  readonly secrets: Pick<SecretsManagerClient, 'send'>;
  readonly arn: string;
  /** The version that the stage's settings name: what CloudFront sends since the last deployment. */
  readonly sent: string | undefined;
};

/**
 * The first of two steps: a new version of the origin secret. The API takes it and the one before; CloudFront sends the one before
 * until the stage names the new one and is deployed. Answers the new version's id. Throws while an earlier rotation has not come so far:
 * the API would no longer take what CloudFront sends.
 */
export const rotateOriginSecret = async ({ secrets, arn, sent }: Rotation): Promise<string> => {
  const { VersionIdsToStages = {} } = await secrets.send(new DescribeSecretCommand({ SecretId: arn }));
  const versionAt = (stage: string) =>
    Object.keys(VersionIdsToStages).find((id) => VersionIdsToStages[id]?.includes(stage));
  const current = versionAt('AWSCURRENT');
  if (versionAt('AWSPREVIOUS') !== undefined && sent !== current)
    throw new Error(
      `The last rotation is not over: name originSecretVersion: '${current}' in infra/stages.ts and deploy first. CloudFront may still send the version before.`,
    );
  const id = randomUUID();
  await secrets.send(new PutSecretValueCommand({ SecretId: arn, ClientRequestToken: id, SecretString: newText() }));
  return id;
};
