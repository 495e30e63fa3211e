import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { backOfficeFunction } from './back-office-function.ts';
import { changesFunction } from './changes-function.ts';
import type { Data } from './data.ts';
import type { Events } from './events.ts';
import type { Stage } from './stages.ts';

/** What becomes of a record beyond its request: others find it and hear of it, and what the back office reports comes into it. */
export class BackOffice extends Construct {
  readonly changes: lambda.Function;
  readonly reports: lambda.Function;
  /** As whom the provider's own account reads a return's lines; on stages that name it. */
  readonly reader: iam.Role | undefined;

  constructor(scope: Construct, id: string, props: { stage: Stage; data: Data; events: Events }) {
    super(scope, id);
    this.changes = changesFunction(this, props);
    this.reports = backOfficeFunction(this, props);
    this.reader =
      props.stage.backOfficeAccount === undefined
        ? undefined
        : readerFor(this, props.stage.backOfficeAccount, props.data);
  }
}

const readerFor = (scope: Construct, account: string, data: Data) => {
  const role = new iam.Role(scope, 'Reader', {
    description: "The provider's back office reads the lines of returns",
    assumedBy: new iam.AccountPrincipal(account),
  });
  data.grantProvider(role);
  return role;
};
