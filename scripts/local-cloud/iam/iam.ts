import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { ResourceType } from '../template/deploy.ts';
import { toPhysicalName } from '../template/deploy.ts';
import type { Context, Statement } from './evaluate.ts';
import { findStatementsForRole, isAllowed, policyDocument } from './evaluate.ts';

export type Account = { readonly region: string; readonly accountId: string };

export type AccessKey = { readonly accessKeyId: string; readonly secretAccessKey: string };

/** Key for access from outside, e.g. with the AWS CLI. It allows every action. */
export const developerKey: AccessKey = { accessKeyId: 'local', secretAccessKey: 'local' };

/**
 * Condition context and resource policy of a call. Within one account, either the role's policies or the resource
 * policy may allow it.
 */
export type CallContext = { readonly context?: Context; readonly resourcePolicy?: readonly Statement[] };

const createKey = (): AccessKey => ({
  accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64'),
});

/** Roles with their policies, and the access keys that act as them. */
export type Iam = {
  /** Adds statements to a role, which need not exist yet. */
  readonly grant: (roleArn: string, newStatements: readonly Statement[]) => void;
  /** Creates an access key that acts as the role, with a session name. */
  readonly createKeyFor: (roleArn: string, session: string) => AccessKey;
  /**
   * Returns whether the key's role allows the action. Keys that belong to no function are developers' and allow
   * everything.
   */
  readonly isAllowed: (accessKeyId: string, action: string, resource: string, callContext?: CallContext) => boolean;
  readonly isRoleAllowed: (roleArn: string, action: string, resource: string, callContext?: CallContext) => boolean;
  readonly findSecretKey: (accessKeyId: string) => string | undefined;
  /** Returns the caller as AWS names it in an access error. */
  readonly findCaller: (accessKeyId: string) => string;
};

/** Creates an empty store of roles. `warn` is called for each denied action. */
export const createIam = (warn: (message: string) => void): Iam => {
  const statements = new Map<string, Statement[]>();
  const keys = new Map<string, { key: AccessKey; roleArn: string; caller: string }>();

  const isRoleAllowed = (
    roleArn: string,
    action: string,
    resource: string,
    { context = {}, resourcePolicy = [] }: CallContext = {},
  ): boolean =>
    isAllowed([...(statements.get(roleArn) ?? []), ...findStatementsForRole(resourcePolicy, roleArn)], {
      action,
      resource,
      context,
    });

  return {
    grant: (roleArn: string, newStatements: readonly Statement[]) => {
      statements.set(roleArn, [...(statements.get(roleArn) ?? []), ...newStatements]);
    },
    createKeyFor: (roleArn: string, session: string): AccessKey => {
      const key = createKey();
      keys.set(key.accessKeyId, {
        key,
        roleArn,
        caller: `${roleArn.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/')}/${session}`,
      });
      return key;
    },
    isAllowed: (accessKeyId: string, action: string, resource: string, callContext?: CallContext): boolean => {
      const holder = keys.get(accessKeyId);
      if (!holder) return true;
      const isAllowedByPolicy = isRoleAllowed(holder.roleArn, action, resource, callContext);
      if (!isAllowedByPolicy) warn(`Refused: ${holder.caller} may not ${action} on ${resource}`);
      return isAllowedByPolicy;
    },
    isRoleAllowed,
    findSecretKey: (accessKeyId: string): string | undefined =>
      accessKeyId === developerKey.accessKeyId
        ? developerKey.secretAccessKey
        : keys.get(accessKeyId)?.key.secretAccessKey,
    findCaller: (accessKeyId: string): string => keys.get(accessKeyId)?.caller ?? accessKeyId,
  };
};

/** Checks of callers' permissions that a service needs. */
export type Authorizer = Pick<Iam, 'isAllowed' | 'findCaller'>;

const role = z.looseObject({
  ManagedPolicyArns: z.optional(z.never('the local cloud knows no managed policies')),
  Policies: z._default(z.array(z.object({ PolicyName: z.string(), PolicyDocument: policyDocument })), []),
});

const policy = z.looseObject({ PolicyDocument: policyDocument, Roles: z.array(z.string()) });

/** Creates the resource types `AWS::IAM::*` for roles with inline and attached policies. */
export const createIamResourceTypes = (iam: Iam): Record<string, ResourceType> => {
  const toRoleArn = (accountId: string, name: string) => `arn:aws:iam::${accountId}:role/${name}`;
  return {
    'AWS::IAM::Role': (resource) => {
      const name = toPhysicalName(resource);
      const arn = toRoleArn(resource.stackContext.accountId, name);
      for (const { PolicyDocument } of role.parse(resource.properties).Policies)
        iam.grant(arn, PolicyDocument.Statement);
      return { ref: name, attributes: { Arn: arn } };
    },
    'AWS::IAM::Policy': (resource) => {
      const { PolicyDocument, Roles } = policy.parse(resource.properties);
      for (const name of Roles) iam.grant(toRoleArn(resource.stackContext.accountId, name), PolicyDocument.Statement);
      return { ref: toPhysicalName(resource) };
    },
  };
};
