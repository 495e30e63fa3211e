import * as z from 'zod/mini';
import type { ResourceType } from '../template/deploy.ts';
import { physicalName } from '../template/deploy.ts';
import { policyDocument } from './evaluate.ts';
import type { Iam } from './iam.ts';

// They let a function write its log and traces, which nobody here refuses.
const harmlessManagedPolicies = ['AWSLambdaBasicExecutionRole', 'AWSXRayDaemonWriteAccess', 'AWSXrayWriteOnlyAccess'];

const role = z.looseObject({
  RoleName: z.optional(z.string()),
  ManagedPolicyArns: z.optional(z.array(z.string())),
  Policies: z.optional(z.array(z.object({ PolicyName: z.string(), PolicyDocument: policyDocument }))),
});

const policy = z.looseObject({ PolicyDocument: policyDocument, Roles: z.optional(z.array(z.string())) });

/** `AWS::IAM::*`: roles with the policies that stand in them, beside them or apart. */
export const iamResources = (iam: Iam): Record<string, ResourceType> => {
  const roleArn = (accountId: string, name: string) => `arn:aws:iam::${accountId}:role/${name}`;
  const customerManaged = new Map<string, z.output<typeof policyDocument>>();

  const attach = (arn: string, managedPolicyArn: string) => {
    const own = customerManaged.get(managedPolicyArn);
    if (own) return iam.grant(arn, own.Statement);
    if (!harmlessManagedPolicies.some((name) => managedPolicyArn.endsWith(`/${name}`))) {
      throw new Error(`the local cloud does not know what ${managedPolicyArn} allows`);
    }
  };

  const policyOfRoles: ResourceType = (resource) => {
    const { PolicyDocument, Roles = [] } = policy.parse(resource.properties);
    for (const name of Roles) iam.grant(roleArn(resource.place.accountId, name), PolicyDocument.Statement);
    const name = physicalName(resource);
    const arn = `arn:aws:iam::${resource.place.accountId}:policy/${name}`;
    customerManaged.set(arn, PolicyDocument);
    return { ref: resource.type === 'AWS::IAM::ManagedPolicy' ? arn : name, attributes: { Id: name, PolicyArn: arn } };
  };

  return {
    'AWS::IAM::Role': (resource) => {
      const {
        RoleName: name = physicalName(resource),
        ManagedPolicyArns = [],
        Policies = [],
      } = role.parse(resource.properties);
      const arn = roleArn(resource.place.accountId, name);
      for (const { PolicyDocument } of Policies) iam.grant(arn, PolicyDocument.Statement);
      for (const managed of ManagedPolicyArns) attach(arn, managed);
      return { ref: name, attributes: { Arn: arn, RoleId: name } };
    },
    'AWS::IAM::Policy': policyOfRoles,
    'AWS::IAM::ManagedPolicy': policyOfRoles,
  };
};
