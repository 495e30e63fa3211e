import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { findStage } from '#infra/stages.ts';

const usage = `Holds the emulators to AWS's documented answers.

  npm run contract                   against the emulators
  npm run contract -- --stage dev    against AWS, in the stage's region, with the account that the AWS CLI would use;
                                     makes pools, a bucket, a bus and queues of its own there and removes them again;
                                     where the stage has a sender, emails go to SES's mailbox simulator`;

const { values } = parseArgs({ options: { stage: { type: 'string' }, help: { type: 'boolean', default: false } } });
if (values.help) {
  console.log(usage);
  process.exit();
}

const onAws =
  values.stage === undefined ? {} : { CONTRACT_STAGE: values.stage, AWS_REGION: findStage(values.stage).awsRegion };
const jest = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '\\.contract\\.test\\.ts$',
];
spawn(process.execPath, jest, { stdio: 'inherit', env: { ...process.env, ...onAws } }).once('exit', (code) =>
  process.exit(code ?? 1),
);
