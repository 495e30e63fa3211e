import { text } from 'node:stream/consumers';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { captchaProviders, findTestSecret } from '#shared/config/captcha-providers.ts';
import { flag, createCommandParser, runCommandLine } from '../command-line.ts';
import { connectSdkIfLocal } from '../local-cloud/sdk-environment.ts';
import { findCaptchaKeyProblem } from './secrets/captcha.ts';
import { rotateOriginSecret } from './secrets/rotate.ts';
import { readDeployedStage } from './users/directory.ts';
import { stageOptions } from './users/options.ts';

const usage = `Rotates and checks the secrets of a stage.

  npm run secrets -- rotate --stage prod          creates a new origin secret, by which the API recognizes CloudFront; prints the next steps
  npm run secrets -- captcha --stage prod         checks that the captcha provider knows our secret key; exits with 1 if not
  npm run secrets -- captcha --stage prod --set   stores the secret key from standard input, then checks it

docs/runbooks/rotation.md and docs/runbooks/captcha.md say when.`;

const read = createCommandParser({ rotate: stageOptions, captcha: { ...stageOptions, set: flag } });

const rotate = async (name: string) => {
  const { stage, requireOriginSecretArn } = await readDeployedStage(name);
  const secrets = new SecretsManagerClient({ region: stage.awsRegion });
  const id = await rotateOriginSecret({
    secrets,
    arn: requireOriginSecretArn(),
    deployedVersion: stage.originSecretVersion,
  });
  console.log(
    [
      'There is a new secret. The API takes it, and the one before, within a minute; CloudFront sends the one before.',
      `1. In infra/stages.ts, in the stage ${name}:  originSecretVersion: '${id}',`,
      `2. npm run cdk -- deploy --all -c stage=${name}`,
      'Until then nothing changes, and no other rotation begins.',
    ].join('\n'),
  );
};

const checkCaptchaKey = async (name: string, shouldSet: boolean) => {
  if (name === 'local')
    throw new Error('On local a stand-in takes whatever the secret holds: there is no provider to ask.');
  const { stage, requireCaptchaSecretArn } = await readDeployedStage(name);
  const secrets = new SecretsManagerClient({ region: stage.awsRegion });
  const SecretId = requireCaptchaSecretArn();
  if (shouldSet) {
    const SecretString = (await text(process.stdin)).trim();
    if (SecretString === '') throw new Error('No key came on standard input.');
    await secrets.send(new PutSecretValueCommand({ SecretId, SecretString }));
  }
  const { SecretString: key = '' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  const { verifyUrl } = captchaProviders[stage.captcha.provider];
  const problem = await findCaptchaKeyProblem({ verifyUrl, key, publishedKey: findTestSecret(stage.captcha), fetch });
  if (problem !== undefined) throw new Error(problem);
  console.log(`${stage.captcha.provider} knows the secret key of ${name}.`);
};

const run = async (command: ReturnType<typeof read>) => {
  connectSdkIfLocal(command.stage, command.state);
  await (command.name === 'rotate' ? rotate(command.stage) : checkCaptchaKey(command.stage, command.set));
};

await runCommandLine({ usage, read, run });
