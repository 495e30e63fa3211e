import { Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { removalPolicy } from './removal-policy.ts';
import type { Stage } from './stages.ts';

/** What only the servers know: how the API recognises CloudFront, and the captcha provider's key. */
export class Secrets extends Construct {
  readonly origin: secretsmanager.Secret;
  readonly captcha: secretsmanager.Secret;

  constructor(scope: Construct, id: string, props: { stage: Stage }) {
    super(scope, id);
    this.origin = new secretsmanager.Secret(this, 'Origin', {
      description: 'Sent by CloudFront with each request to the API, which answers nobody else.',
      // A header's value: signs and spaces would need quoting.
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: removalPolicy(props.stage),
    });
    this.captcha = new secretsmanager.Secret(this, 'Captcha', {
      description:
        'Secret key of the captcha provider. Generated as a placeholder: put the real one in before the first sign-in.',
      generateSecretString: { passwordLength: 40, excludePunctuation: true },
      removalPolicy: removalPolicy(props.stage),
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'The captcha key is issued by its provider; the origin secret only changes together with the distribution, by a deployment.',
    });
  }

  /** The function may tell a request through CloudFront from one past it. */
  grantOriginCheck(grantee: iam.IGrantable) {
    readSecret(grantee, this.origin);
  }

  /** The function may have a captcha verified. */
  grantCaptcha(grantee: iam.IGrantable) {
    readSecret(grantee, this.captcha);
  }
}

const readSecret = (grantee: iam.IGrantable, secret: secretsmanager.Secret) =>
  iam.Grant.addToPrincipal({ grantee, actions: ['secretsmanager:GetSecretValue'], resourceArns: [secret.secretArn] });
