/** THE error codes and their HTTP statuses. Each has its text in every locale under `errors`. */
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
  // What a browser may meet on the way to a handler, or where two people work on one record.
  ReturnRequestExists: 409,
  RepairChanged: 409,
  RepairNotPending: 409,
  RepairWithdrawn: 409,
  ReturnChanged: 409,
  ReturnNotPending: 409,
  ReturnWithdrawn: 409,
  ReturnHoldsNoMore: 409,
  UserChanged: 409,
  // Of a store id that differs from several known ones only in zeros, case, blanks or hyphens.
  StoreAmbiguous: 409,
  OwnAccount: 409,
  LastAdmin: 409,
  InvitationNotPending: 409,
  InvitationIncomplete: 409,
  // Of a row of a job whose starter lost their rights.
  InvitedWithoutGroups: 409,
  JobRunning: 409,
  ImportNotLatest: 409,
  // Of a row of an undo.
  ChangedSinceImport: 409,
  AddToGroupFailed: 502,
  RemoveFromGroupFailed: 502,
  CaptchaFailed: 400,
  NotFound: 404,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  ServiceUnavailable: 503,
  // Only a browser says these: no network, and a server that nothing came from.
  Offline: 503,
  NoAnswer: 504,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorStatus, text);

/** One field's problem: where in the input, and which text of `validation` says it, with what that text needs (`length`: characters; of `returnPeriod`: days). */
export type Problem = {
  readonly path: string;
  readonly rule: ValidationRule;
  readonly length?: number;
};

/** The validation texts, each under `validation` in every locale. */
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

/** An error that the caller may see: a code of the catalogue, and for InvalidParameterException the fields. */
export class AppError extends Error {
  override readonly name: string = 'AppError';
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  /** Of the request that failed, where the server named it. */
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
