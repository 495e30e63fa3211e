import * as z from 'zod/mini';
import type { ResourceType } from '../template/deploy.ts';
import { ClientSettings } from './client-settings.ts';
import type { Cognito } from './cognito.ts';
import { GroupSettings } from './groups.ts';
import { PoolSettings } from './pool-settings.ts';

const ofPool = z.looseObject({ UserPoolId: z.string() });

/** `AWS::Cognito::*`. Settings that the emulator doesn't know are refused by name. */
export const cognitoResources = (cognito: Cognito): Record<string, ResourceType> => ({
  'AWS::Cognito::UserPool': async ({ logicalId, properties, place }) => {
    const { UserPoolName: PoolName = logicalId, ...settings } = properties;
    const { id, arn } = await cognito.ensureUserPool(logicalId, PoolSettings.parse({ PoolName, ...settings }));
    const provider = `cognito-idp.${place.region}.amazonaws.com/${id}`;
    return {
      ref: id,
      attributes: { Arn: arn, UserPoolId: id, ProviderName: provider, ProviderURL: `https://${provider}` },
    };
  },
  'AWS::Cognito::UserPoolClient': ({ logicalId, properties }) => {
    const { UserPoolId, ...settings } = ofPool.parse(properties);
    const { id, secret } = cognito.ensureClient(
      UserPoolId,
      ClientSettings.parse({ ClientName: logicalId, ...settings }),
    );
    return { ref: id, attributes: { ClientId: id, ClientSecret: secret } };
  },
  'AWS::Cognito::UserPoolGroup': ({ properties }) => {
    const { UserPoolId, ...settings } = ofPool.parse(properties);
    const group = GroupSettings.parse(settings);
    cognito.ensureGroup(UserPoolId, group);
    return { ref: group.GroupName };
  },
});
