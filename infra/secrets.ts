import { SecretValue, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { publishedSecret } from '#shared/captcha.ts';
import { removalPolicy } from './removal-policy.ts';
import type { Stage } from './stages.ts';

/** What only the servers know: how the API recognises CloudFront, the captcha provider's key, and the key by which logs name addresses. */
export class Secrets extends Construct {
  readonly origin: secretsmanager.Secret;
  /** What CloudFront sends, as CloudFormation puts it in. It looks a value up only where the reference has changed: a rotation names the new version. */
  readonly originValue: string;
  readonly captcha: secretsmanager.Secret;
  readonly addressKey: secretsmanager.Secret;

  constructor(scope: Construct, id: string, props: { stage: Stage }) {
    super(scope, id);
    this.origin = new secretsmanager.Secret(this, 'Origin', {
      description: 'Sent by CloudFront with each request to the API, which answers nobody else.',
      // A header's value: signs and spaces would need quoting.
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: removalPolicy(props.stage),
    });
    this.originValue = SecretValue.secretsManager(
      this.origin.secretArn,
      props.stage.originSecretVersion === undefined ? {} : { versionId: props.stage.originSecretVersion },
    ).unsafeUnwrap();
    const published = publishedSecret(props.stage.captcha);
    this.captcha = new secretsmanager.Secret(this, 'Captcha', {
      description:
        'Secret key of the captcha provider. Generated as a placeholder: put the real one in before the first sign-in.',
      // The one that everybody knows is no secret.
      ...(published === undefined
        ? { generateSecretString: { passwordLength: 40, excludePunctuation: true } }
        : { secretStringValue: SecretValue.unsafePlainText(published) }),
      removalPolicy: removalPolicy(props.stage),
    });
    this.addressKey = new secretsmanager.Secret(this, 'AddressKey', {
      description: 'Key of the hashes by which logs name the addresses of whoever could not sign in.',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: removalPolicy(props.stage),
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'The captcha key is issued by its provider; the origin secret changes together with the distribution, by a command and a deployment; another key of the logs would make one address look like two.',
    });
  }

  /** The function may read one of them. */
  grantReading(grantee: iam.IGrantable, name: 'origin' | 'captcha' | 'addressKey') {
    iam.Grant.addToPrincipal({
      grantee,
      actions: ['secretsmanager:GetSecretValue'],
      resourceArns: [this[name].secretArn],
    });
  }
}
