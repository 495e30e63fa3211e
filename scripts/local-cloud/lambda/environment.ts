import type { AccessKey } from '../iam/iam.ts';

type Facts = {
  readonly name: string;
  readonly region: string;
  readonly runtime: string;
  readonly handler: string;
  readonly codeFolder: string;
  readonly memoryMegabytes: number;
  readonly key: AccessKey;
  /** By the SDK's name of the service, e.g. `DYNAMODB`. */
  readonly endpoints: Readonly<Record<string, string>>;
};

/** What Lambda puts into a function's environment beside its own variables; the SDK finds the emulated services through it. */
export const lambdaEnvironment = ({
  name,
  region,
  runtime,
  handler,
  codeFolder,
  memoryMegabytes,
  key,
  endpoints,
}: Facts): Record<string, string> => ({
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  AWS_EXECUTION_ENV: `AWS_Lambda_${runtime}`,
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMegabytes),
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: 'local',
  AWS_ACCESS_KEY_ID: key.accessKeyId,
  AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
  LAMBDA_TASK_ROOT: codeFolder,
  _HANDLER: handler,
  TZ: ':UTC',
  LANG: 'en_US.UTF-8',
  ...Object.fromEntries(Object.entries(endpoints).map(([service, url]) => [`AWS_ENDPOINT_URL_${service}`, url])),
});
