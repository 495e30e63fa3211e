import { spawn } from 'node:child_process';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import * as z from 'zod/mini';
import { findStage } from '#infra/stages.ts';
import { createOptionsParser, runCommandLine } from '../command-line.ts';

const usage = `Checks the emulators against AWS's documented responses.

  npm run contract                   against the emulators
  npm run contract -- --stage dev    against AWS, in the stage's region, with the account that the AWS CLI would use;
                                     creates pools, a bucket, a bus and queues there and deletes them afterwards;
                                     if the stage has a sender, emails go to SES's mailbox simulator`;

const read = (args: string[]) => {
  const { stage } = createOptionsParser({ stage: z.optional(z.string()) })(args);
  return stage === undefined ? undefined : findStage(stage);
};

const jestArguments = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '\\.contract\\.test\\.ts$',
];

const run = async (stage: ReturnType<typeof read>) => {
  // Missing credentials fail here rather than in hundreds of tests.
  if (stage) await new CloudFormationClient({ region: stage.awsRegion }).config.credentials();
  const awsEnvironment = stage && { CONTRACT_STAGE: stage.name, AWS_REGION: stage.awsRegion };
  spawn(process.execPath, jestArguments, { stdio: 'inherit', env: { ...process.env, ...awsEnvironment } }).once(
    'exit',
    (code) => process.exit(code ?? 1),
  );
};

await runCommandLine({ usage, read, run });
