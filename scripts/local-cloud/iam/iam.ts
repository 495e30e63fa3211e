import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { ResourceType } from '../template/deploy.ts';
import { physicalName } from '../template/deploy.ts';
import type { Context, Statement } from './evaluate.ts';
import { concerningRole, isAllowed, policyDocument } from './evaluate.ts';

export type Account = { readonly region: string; readonly accountId: string };

export type AccessKey = { readonly accessKeyId: string; readonly secretAccessKey: string };

/** The key of whoever tries the local cloud from outside, e.g. with the AWS CLI. It may do anything. */
export const developerKey: AccessKey = { accessKeyId: 'local', secretAccessKey: 'local' };

/** What is known of a call beside who makes it. In one account either the role's policies or the resource's own may allow it. */
export type Circumstances = { readonly context?: Context; readonly resourcePolicy?: readonly Statement[] };

const newKey = (): AccessKey => ({
  accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64'),
});

/** Roles with their policies, and the access keys that act as them. `warn` hears what is refused. */
export const createIam = (warn: (message: string) => void) => {
  const statements = new Map<string, Statement[]>();
  const keys = new Map<string, { key: AccessKey; roleArn: string; caller: string }>();

  const mayRole = (
    roleArn: string,
    action: string,
    resource: string,
    { context = {}, resourcePolicy = [] }: Circumstances = {},
  ): boolean =>
    isAllowed([...(statements.get(roleArn) ?? []), ...concerningRole(resourcePolicy, roleArn)], {
      action,
      resource,
      context,
    });

  return {
    /** More statements for a role; the role need not be known yet. */
    grant: (roleArn: string, more: readonly Statement[]) => {
      statements.set(roleArn, [...(statements.get(roleArn) ?? []), ...more]);
    },
    /** A new access key that acts as the role under a session's name. */
    newKeyFor: (roleArn: string, session: string): AccessKey => {
      const key = newKey();
      keys.set(key.accessKeyId, {
        key,
        roleArn,
        caller: `${roleArn.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/')}/${session}`,
      });
      return key;
    },
    /** Whether the key's role may; keys that are no function's belong to developers, who may do anything. */
    allow: (accessKeyId: string, action: string, resource: string, circumstances?: Circumstances): boolean => {
      const holder = keys.get(accessKeyId);
      if (!holder) return true;
      const allowed = mayRole(holder.roleArn, action, resource, circumstances);
      if (!allowed) warn(`Refused: ${holder.caller} may not ${action} on ${resource}`);
      return allowed;
    },
    mayRole,
    secretOf: (accessKeyId: string): string | undefined =>
      accessKeyId === developerKey.accessKeyId
        ? developerKey.secretAccessKey
        : keys.get(accessKeyId)?.key.secretAccessKey,
    /** Who AWS would name in a refusal. */
    callerOf: (accessKeyId: string): string => keys.get(accessKeyId)?.caller ?? accessKeyId,
  };
};

export type Iam = ReturnType<typeof createIam>;
export type Gatekeeper = Pick<Iam, 'allow' | 'callerOf'>;

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
