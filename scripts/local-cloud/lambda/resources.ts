import * as z from 'zod/mini';
import type { Iam } from '../iam/iam.ts';
import type { Resource, ResourceType } from '../template/deploy.ts';
import { toPhysicalName } from '../template/deploy.ts';
import type { Functions } from './functions.ts';

const lambdaFunction = z.looseObject({
  FunctionName: z.optional(z.string()),
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string(),
  Runtime: z.string(),
  Role: z.string(),
  Timeout: z._default(z.coerce.number(), 3),
  MemorySize: z._default(z.coerce.number(), 128),
  ReservedConcurrentExecutions: z.optional(z.coerce.number()),
  Environment: z.optional(z.object({ Variables: z.optional(z.record(z.string(), z.coerce.string())) })),
});

const permission = z.strictObject({
  Action: z.literal('lambda:InvokeFunction'),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.optional(z.string()),
  SourceAccount: z.optional(z.string()),
});

/** Returns the ARN of a function that a template references by ARN or by name. */
export const toFunctionArn = ({ stackContext }: Resource, name: string): string =>
  name.startsWith('arn:') ? name : `arn:aws:lambda:${stackContext.region}:${stackContext.accountId}:function:${name}`;

/** Creates the resource types `AWS::Lambda::Function` and `AWS::Lambda::Permission`. */
export const createLambdaResourceTypes = (
  functions: Functions,
  iam: Iam,
  endpoints: Readonly<Record<string, string>>,
): Record<string, ResourceType> => {
  return {
    'AWS::Lambda::Function': (resource) => {
      const properties = lambdaFunction.parse(resource.properties);
      const {
        FunctionName: name = toPhysicalName(resource),
        Handler: handler,
        MemorySize: memoryMegabytes,
      } = properties;
      const asset = resource.stackContext.assets.get(properties.Code.S3Key);
      if (!asset) throw new Error(`the synthesized app has no asset ${properties.Code.S3Key}`);
      const codeFolder = asset.path;
      const arn = toFunctionArn(resource, name);
      const key = iam.createKeyFor(properties.Role, name);
      functions.add({
        name,
        arn,
        roleArn: properties.Role,
        codeFolder,
        handler,
        environment: {
          ...properties.Environment?.Variables,
          // Variables that Lambda sets itself, and the endpoints through which the SDK finds the emulated services.
          AWS_REGION: resource.stackContext.region,
          AWS_EXECUTION_ENV: `AWS_Lambda_${properties.Runtime}`,
          AWS_LAMBDA_FUNCTION_NAME: name,
          AWS_ACCESS_KEY_ID: key.accessKeyId,
          AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
          TZ: ':UTC',
          ...Object.fromEntries(
            Object.entries(endpoints).map(([service, url]) => [`AWS_ENDPOINT_URL_${service}`, url]),
          ),
        },
        timeoutSeconds: properties.Timeout,
        memoryMegabytes,
        reservedConcurrency: properties.ReservedConcurrentExecutions,
      });
      return { ref: name, attributes: { Arn: arn } };
    },
    'AWS::Lambda::Permission': (resource) => {
      const { FunctionName, Principal, SourceArn } = permission.parse(resource.properties);
      functions.addPermission({
        functionArn: toFunctionArn(resource, FunctionName),
        principal: Principal,
        sourceArn: SourceArn,
      });
      return { ref: toPhysicalName(resource) };
    },
  };
};
