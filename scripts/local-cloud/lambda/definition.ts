/** A function as its template describes it. */
export type FunctionDefinition = {
  readonly name: string;
  readonly arn: string;
  /** The role that it acts as. */
  readonly roleArn: string;
  readonly runtime: string;
  /** Folder of the bundle. */
  readonly codeFolder: string;
  readonly handler: string;
  /** All that its process finds in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  /** Invocations at a time that Lambda would allow at most; absent: the account's many. */
  readonly reservedConcurrency?: number | undefined;
};
