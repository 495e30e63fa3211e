import type { RequestListener } from 'node:http';
import { createHttpApi } from './api-gateway/http-api.ts';
import type { HttpApi } from './api-gateway/http-api.ts';
import { apiGatewayResources } from './api-gateway/resources.ts';
import { bucketDeployment } from './cloudfront/bucket-deployment.ts';
import { cloudFrontResources } from './cloudfront/resources.ts';
import { createSiteContent } from './cloudfront/site-content.ts';
import { cognitoResources } from './cognito/resources.ts';
import { dynamoDbResources } from './dynamodb/resources.ts';
import { eventSourceMappingResources } from './event-source-mappings/resources.ts';
import { eventsResources } from './events/resources.ts';
import { iamResources } from './iam/resources.ts';
import { lambdaResources } from './lambda/resources.ts';
import { s3Resources } from './s3/resources.ts';
import { secretsResources } from './secrets-manager/resources.ts';
import type { Services } from './services.ts';
import { sqsResources } from './sqs/resources.ts';
import type { ResourceType } from './template/deploy.ts';
import { withoutEffect } from './template/without-effect.ts';
import { createFirewalls } from './waf/firewalls.ts';
import type { Weather } from './weather.ts';

type Options = {
  readonly services: Services;
  readonly accountId: string;
  /** Host and port of the site. */
  readonly siteDomain: string;
  readonly publishSite: (listener: RequestListener) => void;
  readonly apis: HttpApi[];
  readonly now: () => Date;
  readonly weather: () => Weather;
  readonly warn: (message: string) => void;
};

/** Every CloudFormation type that the local cloud knows, and what it does with a resource of it. */
export const resourceTypes = (options: Options): Record<string, ResourceType> => {
  const { services, accountId, siteDomain, publishSite, apis, now, weather, warn } = options;
  const { hosts, iam, endpoints, functions } = services;
  const { queues, queueUrl, bridge, schedules, mappings } = services.messaging;
  const content = createSiteContent();
  const buckets = s3Resources({
    s3: services.s3,
    content,
    hosts: () => hosts,
    addHost: (real) => hosts.push([real, endpoints.S3]),
  });

  const firewalls = createFirewalls({ now, isOn: () => weather().hasFirewall ?? false });

  const openApi = async (apiId: string, region: string) => {
    const api = createHttpApi({
      apiId,
      region,
      accountId,
      functions,
      now,
      isThrottling: () => weather().throttlesApi ?? false,
      warn,
    });
    hosts.push([`https://${api.domainName}`, await services.open(api.listener)]);
    apis.push(api);
    return api;
  };

  return {
    ...withoutEffect,
    ...firewalls.resourceTypes,
    ...iamResources(iam),
    ...dynamoDbResources(services.databaseClient),
    ...cognitoResources(services.cognito),
    ...services.configurationSets.resourceTypes,
    ...secretsResources(services.secrets, (arn) => services.secretArns.push(arn)),
    ...buckets.resourceTypes,
    ...lambdaResources({ functions, iam, endpoints }),
    ...sqsResources(queues, queueUrl),
    ...eventsResources(bridge, schedules),
    ...eventSourceMappingResources({ mappings, functions, queues, iam }),
    ...apiGatewayResources(openApi),
    ...cloudFrontResources({
      domainName: siteDomain,
      hosts: () => hosts,
      bucketOrigin: buckets.bucketOrigin,
      publish: publishSite,
      behindFirewall: firewalls.behind,
      warn,
    }),
    'Custom::CDKBucketDeployment': bucketDeployment(content),
  };
};
