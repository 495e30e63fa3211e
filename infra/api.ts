import { Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { apiStage } from '#shared/api/headers.ts';
import type { Route } from '#shared/api/route.ts';
import type { Feature } from '#shared/api/routes/table.ts';
import { features, routes } from '#shared/api/routes/table.ts';
import { createLogGroup } from './retention.ts';
import type { Stage } from './stages.ts';
import { createRouteThrottles, stageThrottle } from './throttles.ts';

// Excludes the path, which may contain a store's reference.
const accessLogFields = {
  requestId: '$context.requestId',
  time: '$context.requestTimeEpoch',
  routeKey: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  bytes: '$context.responseLength',
  integrationError: '$context.integrationErrorMessage',
  error: '$context.error.message',
};

export class Api extends Construct {
  readonly http: apigateway.HttpApi;
  readonly stage: apigateway.HttpStage;
  readonly accessLog: logs.ILogGroup;

  constructor(scope: Construct, id: string, props: { stage: Stage; functions: Record<Feature, lambda.Function> }) {
    super(scope, id);
    this.http = new apigateway.HttpApi(this, 'Http', {
      apiName: `retailer-support-portal-${props.stage.name}`,
      createDefaultStage: false,
    });
    const addedRoutes = features.flatMap((feature) => {
      const integration = new HttpLambdaIntegration(feature, props.functions[feature], {
        scopePermissionToRoute: false,
      });
      const featureRoutes: Record<string, Route> = routes[feature];
      return Object.values(featureRoutes).flatMap(({ method, path }) =>
        this.http.addRoutes({ path, methods: [apigateway.HttpMethod[method]], integration }),
      );
    });

    this.accessLog = createLogGroup(this, 'AccessLog', props.stage);
    this.stage = new apigateway.HttpStage(this, 'Stage', {
      httpApi: this.http,
      stageName: apiStage,
      autoDeploy: true,
      throttle: stageThrottle,
      accessLogSettings: {
        destination: new apigateway.LogGroupLogDestination(this.accessLog),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    });
    const cfnStage = this.stage.node.defaultChild as apigateway.CfnStage;
    cfnStage.routeSettings = createRouteThrottles();
    // Deploying a limit for a route that doesn't exist yet fails.
    cfnStage.node.addDependency(...addedRoutes);
    Validations.of(this.http).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'The session is in cookies, which no authorizer of the gateway reads: each function checks it before anything else.',
    });
  }
}
