/** Error codes and their HTTP statuses. Each has a text in every locale under `errors`. */
export const errorStatus = {
  UsernameExistsException: 409,
  UserNotFoundException: 404,
  NotAuthorizedException: 401,
  CodeMismatchException: 400,
  InternalServerError: 500,
  LimitExceededException: 429,
  InvalidParameterException: 400,
  OtherAwsError: 502,
  MissingCookie: 401,
  ExpiredToken: 401,
  InsufficientAccess: 403,
  RepairRequestExists: 409,
  ReturnsFileMissingSerialNumber: 422,
  ReturnsFileMissingEANCode: 422,
  ReturnsFileWrongHeaders: 422,
  ReturnsFileNotSameStoreReference: 422,
  ReturnsFileOtherStore: 422,
  // Edit conflicts and rejected actions, and errors raised before a handler runs.
  ReturnRequestExists: 409,
  RepairChanged: 409,
  RepairNotPending: 409,
  RepairWithdrawn: 409,
  ReturnChanged: 409,
  ReturnNotPending: 409,
  ReturnWithdrawn: 409,
  // A correction would make the return larger than a DynamoDB item.
  ReturnHoldsNoMore: 409,
  UserChanged: 409,
  // The store id differs from several known ones only in zeros, case, spaces or hyphens.
  StoreAmbiguous: 409,
  // Admins cannot lock themselves out, and a region's last admin cannot lose their rights.
  OwnAccount: 409,
  LastAdmin: 409,
  InvitationNotPending: 409,
  // The user exists in Cognito, but the invitation was interrupted before it stored their user row.
  InvitationIncomplete: 409,
  // Reason of a failed job row: the user was invited, but got no groups, because the admin who started the job has lost
  // their rights.
  InvitedWithoutGroups: 409,
  JobRunning: 409,
  ImportNotLatest: 409,
  // Start of an import whose file was read too long ago, by someone else, or before a setting changed.
  UsersFileOutdated: 409,
  // Reason of a failed row of an undo: the user was changed after the import.
  ChangedSinceImport: 409,
  AddToGroupFailed: 502,
  RemoveFromGroupFailed: 502,
  CaptchaFailed: 400,
  // An operator has paused all changes. No 5xx status, since those raise alarms that revert deployments.
  Maintenance: 409,
  NotFound: 404,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  ServiceUnavailable: 503,
  // Raised only in the browser: no network, or no response from the server.
  Offline: 503,
  NoAnswer: 504,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorStatus, text);

/**
 * Validation error of one field: its path, the text under `validation`, and that text's parameter (`length`:
 * characters; days for `returnPeriod`).
 */
export type Problem = {
  readonly path: string;
  readonly rule: ValidationRule;
  readonly length?: number;
};

/** Validation rules, each with a text under `validation` in every locale. */
export const validationRules = [
  'required',
  'email',
  'password',
  'passwordCommon',
  'passwordPersonal',
  'passwordRepetitive',
  'passwordsMatch',
  'passwordUnchanged',
  'minLength',
  'maxLength',
  'pattern',
  'date',
  'dateTooEarly',
  'dateInFuture',
  'confirmation',
  'accessoryOfProduct',
  'period',
  'returnBeforePurchase',
  'returnPeriod',
  'serialNumberTwice',
] as const;

export type ValidationRule = (typeof validationRules)[number];

/** Error that the caller may see: a code and, for InvalidParameterException, the invalid fields. */
export class AppError extends Error {
  override readonly name: string = 'AppError';
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  /** ID of the failed request, if the server sent one. */
  readonly requestId: string | undefined;

  constructor(
    code: ErrorCode,
    options: { cause?: unknown; problems?: readonly Problem[]; requestId?: string | undefined } = {},
  ) {
    super(code, { cause: options.cause });
    this.code = code;
    this.problems = options.problems ?? [];
    this.requestId = options.requestId;
  }
}
