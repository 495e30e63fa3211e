/** What is slow and scarce on AWS and not on one machine. It begins when the local cloud is up and filled; absent: none of it. */
export type Conditions = {
  /** How much later Cognito does each call, in milliseconds. */
  readonly cognitoLatencyMs?: number;
  /** A function that Cognito calls starts anew each time, as after a pause. */
  readonly hasColdTriggers?: boolean;
  /** APIs refuse what goes beyond the limits of their stages and routes. */
  readonly throttlesApi?: boolean;
  /** The firewall challenges addresses of the internet past its rates, and blocks browsers past theirs. */
  readonly hasFirewall?: boolean;
};
