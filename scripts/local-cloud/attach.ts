import { existsSync } from 'node:fs';

/** Where a running local cloud leaves the addresses of its services, as environment variables of the AWS SDK. */
export const environmentFile = (stateFolder: string) => `${stateFolder}/aws.env`;

/** Points the SDK of this process at the local cloud when its stage is asked for; every other stage is on AWS. */
export const attach = (stage: string, stateFolder = '.local'): void => {
  if (stage !== 'local') return;
  const file = environmentFile(stateFolder);
  if (!existsSync(file)) throw new Error('The local cloud is not running: start it with `npm start` in another terminal.');
  process.loadEnvFile(file);
};
