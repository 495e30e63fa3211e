import { existsSync } from 'node:fs';
import { isLocked } from './state/lock.ts';

/** Where a running local cloud leaves the addresses of its services, as environment variables of the AWS SDK. */
export const environmentFile = (stateFolder: string) => `${stateFolder}/aws.env`;

/** The text of that file. Whoever isn't one of the template's functions may do anything, under any key. */
export const sdkEnvironment = (region: string, endpoints: Readonly<Record<string, string>>): string =>
  [
    `AWS_REGION=${region}`,
    // Version 1 of the AWS CLI knows this name only.
    `AWS_DEFAULT_REGION=${region}`,
    'AWS_ACCESS_KEY_ID=local',
    'AWS_SECRET_ACCESS_KEY=local',
    ...Object.entries(endpoints).map(([name, endpoint]) => `AWS_ENDPOINT_URL_${name}=${endpoint}`),
    '',
  ].join('\n');

/** Points the SDK of this process at the local cloud when its stage is asked for; every other stage is on AWS. */
export const attach = (stage: string, stateFolder = '.local/data'): void => {
  if (stage !== 'local') return;
  const file = environmentFile(stateFolder);
  if (!existsSync(file) || !isLocked(stateFolder))
    throw new Error(
      `The local cloud is not running on ${stateFolder}: start it with \`npm start\` in another terminal.`,
    );
  process.loadEnvFile(file);
};
