/** Why a report cannot be entered (docs/back-office.md says what to do); its message goes to the dead-letter queue after the retries. */
export const reasons = [
  'NotAnEvent',
  'InvalidDetail',
  'UnknownType',
  'InTheFuture',
  'UnknownRecord',
  'TimelineFull',
  'TooManyChanges',
] as const;

type Reason = (typeof reasons)[number];

/** A report that cannot be entered. */
export class RefusedReport extends Error {
  override readonly name: string = 'RefusedReport';
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}
