/** All business constants. Names of durations include the unit. */
export const limits = {
  password: { minLength: 10, maxLength: 256 },

  session: {
    accessTokenMinutes: 10,
    idleMinutes: 60,
    absoluteHours: 12,
    /**
     * How long a replaced refresh token remains valid, for tabs that refresh at the same time. Cognito allows 0 to 60.
     */
    refreshGraceSeconds: 60,
    /**
     * Time that an invited user has to choose a password after signing in with the temporary one. Cognito allows 3 to
     * 15.
     */
    setPasswordMinutes: 15,
    /** How long a browser in which a user has signed in has a separate count of failed sign-ins. */
    deviceDays: 365,
    /** Maximum number of users with a separate count of failed sign-ins in one browser, which the staff of a store share. */
    usersPerDevice: 10,
    /** How long before the idle timeout and before the absolute timeout the page warns. */
    warningMinutes: 5,
  },
  /**
   * After `max` failed sign-ins, each within the window of the previous one, an email is rejected until one window
   * after the last. An attempt without a result is discarded after `undecidedSeconds`, which is longer than its
   * function runs, and never counts as a failure. The user is notified of `notifyAfterFailures` wrong one-time codes.
   */
  attempts: { max: 5, windowMinutes: 15, notifyAfterFailures: 3, undecidedSeconds: 30 },
  /** Validity of Cognito's code for a forgotten password. */
  verificationCodeHours: 1,
  /**
   * Minimum response time for a code or a new password, the same for known and unknown emails, to prevent timing
   * attacks.
   */
  forgotPasswordMinimumMs: 1000,
  /**
   * Daily limits per user (UTC), about a hundred times the work of a busy store. A function writes its count to the
   * shared counter after every `step`; with step 0, on each call.
   */
  daily: {
    repairs: { max: 10_000, step: 20 },
    returnLines: { max: 200_000, step: 1000 },
    files: { max: 1000, step: 20 },
    /** Emails that a user may cause: two full files of invitations. */
    emails: { max: 10_000, step: 0 },
    /**
     * Rows of jobs that enable users, invite them or grant a role: ten full files. Each row writes to the tables even if no
     * email is sent.
     */
    grantingRows: { max: 50_000, step: 0 },
    /** Rows of jobs that disable or revoke a role; counted separately, so that no other work exhausts the limit. */
    revokingRows: { max: 50_000, step: 0 },
  },
  invitationDays: 7,
  bulk: {
    /** Users per file or bulk action. */
    rows: 5000,
    /** Above this number, a bulk action must be confirmed by typing the number of users. */
    confirmationThreshold: 50,
    /** How long the rows of a users file are kept for the start of their import. */
    draftHours: 24,
    /** Last row number in Excel. */
    fileRows: 1_048_576,
    /** Rows per slice. The first message of a job contains all of its rows, and a worker splits it into slices. */
    sliceRows: 25,
    /**
     * Users per second for all jobs of one queue: each user takes 1 UserCreation call of Cognito (account limit 50
     * per second) and 4 UserUpdate calls (account limit 25), which admins share.
     */
    rowsPerSecond: 5,
    /** Slices of one queue processed at the same time. */
    concurrentSlices: 2,
    /** A job that has not reached the queue this long after its start is stopped. */
    queueTimeoutSeconds: 60,
    /** Deliveries of a slice before it becomes a dead letter. */
    maxSliceDeliveries: 10,
  },
  /** Retention of jobs and of audit events. */
  jobDays: 30,
  auditMonths: 13,
  /**
   * Retention after the last event: terms.refurbishedWarrantyMonths plus the delivery before it. The privacy policy
   * states it.
   */
  recordMonths: 27,
  /**
   * Maximum number of records of one kind and month that are read to count a store's records after each change; far
   * more than a store books.
   */
  statisticsRecordsPerMonth: 10_000,
  /** Half of Cognito's rate limit for calls that list users. */
  listCallsPerSecond: 15,

  text: {
    email: 254,
    captcha: 4096,
    storeId: 20,
    storeName: 100,
    storeRefNo: 40,
    serialNumber: 30,
    detailedDescription: 1000,
    catalogueKey: 60,
    rma: 40,
    /** Search text: as long as the longest searchable value. */
    search: 40,
    uploadKey: 200,
    /** Cognito's identifier of a user. */
    sub: 50,
    /** HMAC-SHA256 in base64url has 43 characters. */
    signature: 50,
    /** A search cursor contains a value and a reference, each of up to 40 multi-byte characters. */
    cursor: 1000,
  },
  accessoriesPerRepair: 20,
  /** Serial numbers in one request that checks whether they were returned before: as many as fit into `requestBodyBytes`. */
  serialNumbersPerLookup: 400,
  /** How long a submitted returns file is recognized when it is uploaded again. */
  fileHashDays: 30,
  /** In-flight window of a booking whose response was lost; its function times out earlier. */
  booking: { inProgressSeconds: 15 },
  filesPerReturn: 20,
  /**
   * Corrections a store may make to one record, and entries in a repair's timeline; keeps items far below DynamoDB's
   * 400 KB.
   */
  correctionsPerRecord: 20,
  timelineEntries: 200,
  /** Maximum number of days between a provider's report and a deadline that it sets. */
  dueAtDays: 366,
  /**
   * Maximum records in a device's history, since some users type the same number for every device without one. A
   * return takes up to 400 KB to read.
   */
  device: { repairs: 25, returns: 5 },
  /** Date before the first console was sold. */
  earliestPurchaseDate: '1980-01-01',
  requestBodyBytes: 16_384,

  /** Rows per page of a list: the choices, and the maximum of one call (for "All" and exports). */
  page: { sizes: [10, 25, 50, 100], default: 25, max: 500 },
  storesPerPage: 1000,
  /** How long an overdue parcel remains listed, since its arrival is not reported. */
  complaintDays: 14,
  /** Rows that "All" loads before it suggests the export. */
  allRows: 5000,
  /** Maximum number of rows in an export. */
  exportRows: 10_000,
  /** How long the browser keeps a draft after its last change. */
  draftDays: 7,
  /** Polling interval of a list with pending entries, while the page is visible and in use. */
  pendingRefreshSeconds: 12,
  /** Maximum backoff factor of the polling interval while nothing changes. */
  maxPollingBackoff: 16,
  home: {
    /** Records in the list of the latest repairs or returns. */
    latestRecords: 5,
    /** To-dos shown until the user chooses to show all. */
    shownTodos: 8,
    /** To-dos loaded of each source, most urgent first. */
    todos: 50,
    /** How long a registered return is listed as one to send, since its arrival is not reported. */
    sendReturnDays: 14,
    /** Working days within which an RMA number is usually assigned. */
    usualRmaWorkingDays: 2,
  },
  /** Number of latest repairs whose RMA numbers the tracking page suggests. */
  suggestedRmaNumbers: 50,

  news: {
    /** How long a report is listed as news to users who have not looked since. */
    days: 30,
    /** Maximum number of records in the list of news, and the largest number that the bell shows. */
    max: 99,
    /** Polling interval of the bell, while the page is visible and in use: less than the life of an access token, which polling never renews. */
    refreshSeconds: 480,
    /** Maximum backoff factor of the bell's polling interval while nothing changes. */
    maxPollingBackoff: 2,
  },

  dailyEmail: {
    /** Hours of the region's day from which, and until which, its emails are sent. */
    fromHour: 8,
    untilHour: 12,
    /** Maximum number of records listed under each heading. */
    recordsPerHeading: 10,
    /** Emails sent at the same time; a new SES account sends fourteen a second. */
    concurrency: 2,
    /** Deliveries of a message before it becomes a dead letter. */
    maxDeliveries: 10,
  },

  localeCookieDays: 365,
  web: {
    /** Time after which the page prefetches files, unless the browser is idle earlier. */
    prefetchIdleMs: 2000,
    spinnerMinimumMs: 200,
    /** Time for which data that were preloaded for the first page are not requested again when it is shown. */
    preloadedFreshSeconds: 10,
    /** Delay and duration of the animation of the bar that shows that a page is loading. */
    loadingBar: { throttleMs: 200, durationMs: 5000 },
    /** Period within which a page reloads at most once because a part of it failed to load. */
    chunkReloadSeconds: 60,
    /** Period within which the application asks at most once whether the site has a new version. */
    versionCheckMinutes: 5,
    /** Retry interval of a page for an unavailable service. */
    retrySeconds: 15,
    /** Timeout after which the page reports that the captcha did not load. */
    captchaSeconds: 20,
  },

  /**
   * Figures of the legal texts and of the deadlines that follow from them. The placeholders of the texts have these
   * names.
   */
  terms: {
    lastUpdated: '2024-06-06',
    minimumAgeYears: 18,
    feeReplyDays: 30,
    redeliveryAddressMonths: 3,
    cancellationDays: 14,
    targetRepairDays: 10,
    deliveryComplaintWorkingDays: 10,
    extendedWarrantyMonths: 12,
    refurbishedWarrantyMonths: 24,
  },
} as const;
