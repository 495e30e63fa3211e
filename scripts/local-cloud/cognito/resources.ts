import * as z from 'zod/mini';
import type { ResourceType } from '../template/deploy.ts';
import type { Cognito } from './cognito.ts';

const ofPool = z.looseObject({ UserPoolId: z.string() });
const group = z.strictObject({ UserPoolId: z.string(), GroupName: z.string() });

/** `AWS::Cognito::*`. Settings that the emulator doesn't know are refused by name. */
export const cognitoResources = (cognito: Cognito): Record<string, ResourceType> => ({
  'AWS::Cognito::UserPool': async ({ logicalId, properties }) => {
    const { UserPoolName: PoolName = logicalId, ...settings } = properties;
    const { id, arn } = await cognito.ensureUserPool(logicalId, { PoolName, ...settings });
    return { ref: id, attributes: { Arn: arn, UserPoolId: id } };
  },
  'AWS::Cognito::UserPoolClient': ({ logicalId, properties }) => {
    const { UserPoolId, ...settings } = ofPool.parse(properties);
    const { id, secret } = cognito.ensureClient(UserPoolId, { ClientName: logicalId, ...settings });
    return { ref: id, attributes: { ClientId: id, ClientSecret: secret } };
  },
  'AWS::Cognito::UserPoolGroup': ({ properties }) => {
    const { UserPoolId, GroupName } = group.parse(properties);
    cognito.ensureGroup(UserPoolId, GroupName);
    return { ref: GroupName };
  },
});
