import { existsSync } from 'node:fs';
import { isLocked } from './state/lock.ts';

/**
 * Returns the path of the file in which a running local cloud publishes its endpoints as AWS SDK environment
 * variables.
 */
export const toEnvironmentFile = (stateFolder: string) => `${stateFolder}/aws.env`;

/**
 * Returns the content of the file that `toEnvironmentFile` names. The credentials belong to no function of the template, so every action is allowed.
 */
export const formatSdkEnvironment = (region: string, endpoints: Readonly<Record<string, string>>): string =>
  [
    `AWS_REGION=${region}`,
    // Version 1 of the AWS CLI reads only this name.
    `AWS_DEFAULT_REGION=${region}`,
    'AWS_ACCESS_KEY_ID=local',
    'AWS_SECRET_ACCESS_KEY=local',
    ...Object.entries(endpoints).map(([name, endpoint]) => `AWS_ENDPOINT_URL_${name}=${endpoint}`),
    '',
  ].join('\n');

/**
 * Points the AWS SDK of this process at the local cloud if the stage is `local`; does nothing for other stages. Throws
 * if the local cloud is not running.
 */
export const connectSdkIfLocal = (stage: string, stateFolder = '.local/data'): void => {
  if (stage !== 'local') return;
  const file = toEnvironmentFile(stateFolder);
  if (!existsSync(file) || !isLocked(stateFolder))
    throw new Error(
      `The local cloud is not running on ${stateFolder}: start it with \`npm start\` in another terminal.`,
    );
  process.loadEnvFile(file);
};
