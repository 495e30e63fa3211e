import * as z from 'zod/mini';
import type { ResourceType } from '../template/deploy.ts';
import { toPhysicalId } from '../template/deploy.ts';
import { createHttpApi } from './http-api.ts';
import type { ApiOptions, HttpApi } from './http-api.ts';

const api = z.strictObject({
  Name: z.string(),
  ProtocolType: z.literal('HTTP'),
});
const integration = z.strictObject({
  ApiId: z.string(),
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string().check(z.startsWith('arn:aws:lambda:', 'the local cloud knows functions by their ARN')),
  PayloadFormatVersion: z.literal('2.0'),
});
const route = z.strictObject({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string().check(z.startsWith('integrations/')),
  AuthorizationType: z.literal('NONE'),
});
const throttle = z.pipe(
  z.looseObject({ ThrottlingRateLimit: z.coerce.number(), ThrottlingBurstLimit: z.coerce.number() }),
  z.transform(({ ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }) => ({ rate, burst })),
);
// Access log settings are accepted and ignored.
const stage = z.looseObject({
  ApiId: z.string(),
  StageName: z.string(),
  AutoDeploy: z.literal(true),
  DefaultRouteSettings: z.optional(throttle),
  RouteSettings: z.optional(z.record(z.string(), throttle)),
});

type Options = Omit<ApiOptions, 'apiId'> & { readonly onCreated: (api: HttpApi) => Promise<void> };

/** Creates the resource types `AWS::ApiGatewayV2::*` for HTTP APIs; `onCreated` is called once for each API. */
export const createApiGatewayResourceTypes = ({ onCreated, ...options }: Options): Record<string, ResourceType> => {
  const apis = new Map<string, HttpApi>();
  const findApi = (id: string) => {
    const httpApi = apis.get(id);
    if (!httpApi) throw new Error(`there is no API ${id}`);
    return httpApi;
  };
  return {
    'AWS::ApiGatewayV2::Api': async (resource) => {
      api.parse(resource.properties);
      const id = toPhysicalId(resource, 10);
      const httpApi = createHttpApi({ ...options, apiId: id });
      await onCreated(httpApi);
      apis.set(id, httpApi);
      return { ref: id, attributes: { ApiEndpoint: `https://${httpApi.domainName}` } };
    },
    // The ref of an integration is the ARN of its function, which routes use as their target.
    'AWS::ApiGatewayV2::Integration': ({ properties }) => ({ ref: integration.parse(properties).IntegrationUri }),
    'AWS::ApiGatewayV2::Route': (resource) => {
      const { ApiId, RouteKey, Target } = route.parse(resource.properties);
      findApi(ApiId).addRoute(RouteKey, Target.slice('integrations/'.length));
      return { ref: toPhysicalId(resource, 7) };
    },
    'AWS::ApiGatewayV2::Stage': (resource) => {
      const { ApiId, StageName, DefaultRouteSettings, RouteSettings = {} } = stage.parse(resource.properties);
      findApi(ApiId).addStage(StageName, { otherRoutes: DefaultRouteSettings, routes: RouteSettings });
      return { ref: StageName };
    },
  };
};
