/** Every business constant, once. Durations carry their unit in the name. */
export const limits = {
  password: { minLength: 10, maxLength: 256 },

  session: {
    accessTokenMinutes: 10,
    idleMinutes: 60,
    absoluteHours: 12,
    /** How long a replaced refresh token still answers, for tabs that asked at once. Cognito allows 0 to 60. */
    refreshGraceSeconds: 60,
    /** How long somebody invited may take to choose a password after signing in with the temporary one. Cognito allows 3 to 15. */
    setPasswordMinutes: 15,
    /** How long a browser that has signed somebody in keeps its own count of failed sign-ins. */
    deviceDays: 365,
    /** How many people one browser remembers: those who share a till. */
    devicePeople: 10,
    /** How long before the idle end, and before the absolute end, the page says so. */
    warningMinutes: 5,
  },
  /** After so many failed sign-ins, each within the window of the one before, an address is refused until a window after the last. An attempt without a verdict after `undecidedSeconds`, which is longer than its function runs, never becomes a failure. */
  attempts: { max: 5, windowMinutes: 15, told: 3, undecidedSeconds: 30 },
  /** How long Cognito's code for a forgotten password serves. */
  verificationCodeHours: 1,
  /** Against timing attacks: how long the answer to a code and a new password takes at least, known address or not. */
  forgotPasswordAnswerMs: 1000,
  /** What one person may do in a day (UTC): a hundred times a busy store's work, little enough to harm nobody. A running function tells the others after every `step` of it. */
  daily: {
    repairs: { most: 10_000, step: 20 },
    returnLines: { most: 200_000, step: 1000 },
    files: { most: 1000, step: 20 },
    /** Emails that a person may cause: two whole files of invitations. */
    emails: { most: 10_000, step: 0 },
    /** Rows of jobs that enable, invite or give a role, which cost writes without an email, too: ten whole files. */
    grantingRows: { most: 50_000, step: 0 },
    /** Rows of jobs that disable or take a role away. A count of its own, so that no other work uses it up. */
    revokingRows: { most: 50_000, step: 0 },
  },
  invitationDays: 7,
  bulk: {
    /** Users in one file, or in one action on many. */
    rows: 5000,
    /** More than these are only changed at once by somebody who types how many they are. */
    untypedRows: 50,
    /** The last row that Excel has. */
    fileRows: 1_048_576,
    /** Rows of one slice. The first message of a job names all of its rows, and a worker cuts it into slices. */
    sliceRows: 25,
    /** Users, of all jobs in one queue together: each takes 1 of UserCreation (50 a second an account) and 4 of UserUpdate (25), which admins share. */
    rowsPerSecond: 5,
    /** How many slices of one queue are worked on at once. */
    workers: 2,
    /** A job that has not reached the queue so long after its start is over. */
    handOverSeconds: 60,
    /** How often the queue hands a slice out before it is a dead letter. */
    sliceTries: 10,
  },
  jobDays: 30,
  auditMonths: 13,
  /** Kept after the last thing that happened: terms.refurbishedWarrantyMonths, and the delivery before. The privacy policy names it. */
  recordMonths: 27,
  /** Half of what Cognito takes of the calls that list users. */
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
    /** What somebody searches for: as long as the longest that can be found. */
    search: 40,
    uploadKey: 200,
    /** A search ends at a term: a value and a reference, each of up to 40 characters of several bytes. */
    cursor: 1000,
  },
  accessoriesPerRepair: 20,
  /** As many as fit into a body of `requestBodyBytes`. */
  serialNumbersPerQuestion: 400,
  /** How long a returns file that was submitted is recognised when it comes again. */
  fileKnownDays: 30,
  /** How long a booking that nobody heard the end of may still be under way: its function ends before. */
  booking: { underWaySeconds: 15 },
  filesPerReturn: 20,
  /** How often a store may correct one record, and how much can have happened to a repair: it stays far below DynamoDB's 400 KB. */
  correctionsPerRecord: 20,
  timelineEntries: 200,
  /** How long after the day of its report a date of the provider's own may be. */
  dueAtDays: 366,
  /** How many records the history of one device holds: some type one number wherever a device has none. A return is up to 400 KB to read. */
  device: { repairs: 25, returns: 5 },
  /** Before there was a console to buy. */
  earliestPurchaseDate: '1980-01-01',
  requestBodyBytes: 16_384,

  /** Rows of a list's page: what a reader chooses from, and the most that one call answers (for "All" and exports). */
  page: { sizes: [10, 25, 50, 100], default: 25, max: 500 },
  storesPerPage: 1000,
  /** For how long a parcel that should have arrived is listed: whether it has nobody reports. */
  complaintDays: 14,
  /** How many rows "All" loads before it points to the export. */
  allRows: 5000,
  exportRows: 10_000,
  draftDays: 7,
  /** Polling interval of a list that shows something pending, while the page is visible and in use. */
  pendingRefreshSeconds: 10,
  /** While nothing changes it asks less and less often, up to this many times that pause. */
  longestQuietPause: 6,
  home: {
    latest: 5,
    /** Rows of what wants attention, for each who has to act. */
    attention: 3,
    /** How many repairs that something is due of are looked at, soonest first. */
    due: 50,
    /** Working days within which an RMA number usually comes. */
    usualRmaWorkingDays: 2,
    /** How many of the latest repairs are compared with how they were seen last. */
    compared: 50,
  },

  localeCookieDays: 365,
  web: {
    drawerOpenFromPixels: 1280,
    dialogPixels: 600,
    prefetchIdleMs: 2000,
    spinnerMinimumMs: 200,
    loadingBar: { throttleMs: 200, durationMs: 5000 },
    chunkReloadSeconds: 60,
    /** How often a page asks again for what was out of reach. */
    tryAgainSeconds: 15,
    /** How long the captcha may take to load before the page says that it doesn't. */
    captchaSeconds: 20,
  },

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
