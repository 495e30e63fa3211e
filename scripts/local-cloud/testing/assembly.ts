import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Options = {
  /** Source of `index.mjs`, which every function of the template shares (`Code: { S3Key: 'code.zip' }`). */
  readonly code: string;
  readonly resources: object;
  readonly outputs?: object;
  readonly region?: string;
};

/** Writes CDK's output for an app with one stack, `shop`, and returns the folder. */
export const writeAssembly = (
  folder: string,
  { code, resources, outputs, region = 'eu-central-1' }: Options,
): string => {
  const writeJson = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));
  mkdirSync(join(folder, 'code'), { recursive: true });
  writeFileSync(join(folder, 'code/index.mjs'), code);
  writeJson('shop.assets.json', {
    files: { code: { source: { path: 'code', packaging: 'zip' }, destinations: { here: { objectKey: 'code.zip' } } } },
  });
  writeJson('shop.template.json', { Resources: resources, Outputs: outputs });
  writeJson('manifest.json', {
    artifacts: {
      shop: {
        type: 'aws:cloudformation:stack',
        environment: `aws://unknown-account/${region}`,
        properties: { templateFile: 'shop.template.json' },
      },
      'shop.assets': { type: 'cdk:asset-manifest', properties: { file: 'shop.assets.json' } },
    },
  });
  return folder;
};

/** Template resources of a function with its own role, which the given principal may invoke. */
export const createFunctionResources = (Principal: string, Variables: object) => ({
  Role: { Type: 'AWS::IAM::Role', Properties: {} },
  Function: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Key: 'code.zip' },
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      Timeout: 5,
      Environment: { Variables },
    },
  },
  Permission: {
    Type: 'AWS::Lambda::Permission',
    Properties: { Action: 'lambda:InvokeFunction', FunctionName: { 'Fn::GetAtt': ['Function', 'Arn'] }, Principal },
  },
});
