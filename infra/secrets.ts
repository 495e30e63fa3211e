import { SecretValue, Stack, Validations } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { findTestSecret } from '#shared/config/captcha-providers.ts';
import { createByRegion } from '#shared/config/regions.ts';
import type { Identity } from './identity.ts';
import { toRemovalPolicy } from './retention.ts';
import type { Stage } from './stages.ts';

export class Secrets extends Construct {
  readonly origin: secretsmanager.Secret;
  /**
   * Reference to the value that CloudFront sends. CloudFormation resolves it again only if the reference changes, so a
   * rotation sets the new version ID.
   */
  readonly originValue: string;
  readonly captcha: secretsmanager.Secret;
  readonly logHashKey: secretsmanager.Secret;
  readonly clients: secretsmanager.Secret;

  constructor(scope: Construct, id: string, props: { stage: Stage; identity: Pick<Identity, 'pools'> }) {
    super(scope, id);
    this.origin = new secretsmanager.Secret(this, 'Origin', {
      description: 'Sent by CloudFront with each request to the API, which answers nobody else.',
      // Punctuation and spaces would need quoting in a header.
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: toRemovalPolicy(props.stage),
    });
    this.originValue = SecretValue.secretsManager(
      this.origin.secretArn,
      props.stage.originSecretVersion === undefined ? {} : { versionId: props.stage.originSecretVersion },
    ).unsafeUnwrap();
    const publishedTestSecret = findTestSecret(props.stage.captcha);
    this.captcha = new secretsmanager.Secret(this, 'Captcha', {
      description:
        'Secret key of the captcha provider. Generated as a placeholder: put the real one in before the first sign-in.',
      // A published test key is not a secret.
      ...(publishedTestSecret === undefined
        ? { generateSecretString: { passwordLength: 40, excludePunctuation: true } }
        : { secretStringValue: SecretValue.unsafePlainText(publishedTestSecret) }),
      removalPolicy: toRemovalPolicy(props.stage),
    });
    this.logHashKey = new secretsmanager.Secret(this, 'AddressKey', {
      description: 'Key of the hashes by which logs name the addresses of whoever could not sign in.',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: toRemovalPolicy(props.stage),
    });
    // Cognito returns client secrets at most fifteen times a second per account, too few for the cold starts of a
    // Monday morning.
    this.clients = new secretsmanager.Secret(this, 'Clients', {
      description:
        "Secrets of Cognito's app clients, put in by CloudFormation: a new client is in it with its deployment.",
      secretStringValue: SecretValue.unsafePlainText(
        Stack.of(this).toJsonString(
          createByRegion((region) => {
            const client = props.identity.pools[region].client.node.defaultChild as cognito.CfnUserPoolClient;
            // CloudFormation references, so that no template contains the values.
            return { clientId: client.attrClientId, clientSecret: client.attrClientSecret };
          }),
        ),
      ),
      removalPolicy: toRemovalPolicy(props.stage),
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'The captcha key is issued by its provider; the origin secret changes together with the distribution, by a command and a deployment; another key of the logs would make one address look like two; a client has its secret for life.',
    });
  }

  /** Grants reading one secret. */
  grantReading(grantee: iam.IGrantable, name: 'origin' | 'captcha' | 'logHashKey' | 'clients') {
    iam.Grant.addToPrincipal({
      grantee,
      actions: ['secretsmanager:GetSecretValue'],
      resourceArns: [this[name].secretArn],
    });
  }
}
