import * as z from 'zod/mini';
import type { ResourceType } from '../template/deploy.ts';
import { physicalName } from '../template/deploy.ts';
import { policyDocument } from './evaluate.ts';
import type { Iam } from './iam.ts';

const role = z.looseObject({
  ManagedPolicyArns: z.optional(z.never('the local cloud knows no managed policies')),
  Policies: z._default(z.array(z.object({ PolicyName: z.string(), PolicyDocument: policyDocument })), []),
});

const policy = z.looseObject({ PolicyDocument: policyDocument, Roles: z.array(z.string()) });

/** `AWS::IAM::*`: roles with the policies that stand in them or beside them. */
export const iamResources = (iam: Iam): Record<string, ResourceType> => {
  const roleArn = (accountId: string, name: string) => `arn:aws:iam::${accountId}:role/${name}`;
  return {
    'AWS::IAM::Role': (resource) => {
      const name = physicalName(resource);
      const arn = roleArn(resource.place.accountId, name);
      for (const { PolicyDocument } of role.parse(resource.properties).Policies)
        iam.grant(arn, PolicyDocument.Statement);
      return { ref: name, attributes: { Arn: arn } };
    },
    'AWS::IAM::Policy': (resource) => {
      const { PolicyDocument, Roles } = policy.parse(resource.properties);
      for (const name of Roles) iam.grant(roleArn(resource.place.accountId, name), PolicyDocument.Statement);
      return { ref: physicalName(resource) };
    },
  };
};
