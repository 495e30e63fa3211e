import { createReturnBooking } from '#scripts/testing/records.ts';
import { apiStage, requestHeader } from '#shared/api/headers.ts';
import type { Route } from '#shared/api/route.ts';
import { routes } from '#shared/api/routes/table.ts';
import { fileColumns, fileHeaders } from '#shared/returns/file/columns.ts';
import { buildRepairBooking } from '#shared/testing/repair.ts';
import type { ReturnBooking } from '#shared/testing/return.ts';

export type LoadUser = { readonly email: string; readonly password: string; readonly storeId: string };

export type LoadPlan = {
  /** Path of the module with the functions that the scenarios name. */
  readonly processor: string;
  readonly site: string;
  readonly region: string;
  readonly users: readonly LoadUser[];
  /** URL at which the emulated captcha issues tokens; undefined if the stage accepts any token, as with the providers' test keys. */
  readonly captchaUrl?: string | undefined;
  /** Number of people who sign in within `durationSeconds`. */
  readonly visitorCount: number;
  readonly durationSeconds: number;
};

/** A step of Artillery's scenarios. */
type Step = Readonly<Record<string, unknown>>;

const linesPerReturn = 10;

/** Creates a step that calls a route; any other status than the route's own is counted as a failure. */
const createCallStep = ({ method, path, status }: Route, request: Step = {}): Step => ({
  [method.toLowerCase()]: {
    url: `/${apiStage}${path.replace('{region}', '{{ region }}')}`,
    name: `${method} ${path}`,
    headers: {
      [requestHeader.name]: requestHeader.value,
      'sec-fetch-site': 'same-origin',
      'x-expected-status': String(status),
    },
    ...request,
  },
});

const signInSteps: readonly Step[] = [
  { function: 'arrive' },
  createCallStep(routes.auth.login, {
    json: { email: '{{ user.email }}', password: '{{ user.password }}', captcha: '{{ token }}' },
  }),
  createCallStep(routes.auth.session),
  createCallStep(routes.repairs.listRepairs),
];

/** Fields of a booking, as variables that Artillery replaces. */
const identityTemplate = { id: '{{ id }}', storeRefNo: '{{ reference }}' };

const createReturn = (now: Date): ReturnBooking => {
  const booking = createReturnBooking('reference', now, linesPerReturn);
  const lines = booking.lines.map((line, index) => ({ ...line, serialNumber: `{{ serial }}-${index}` }));
  return { ...booking, ...identityTemplate, lines };
};

/** Creates the journeys after signing in, with their share in percent. 14 percent book: 3.5 of 25 people a second. */
const createJourneys = (now: Date): Readonly<Record<string, readonly [percent: number, ...Step[]]>> => ({
  'looks at lists': [
    82,
    createCallStep(routes.returns.listReturns),
    { think: 5 },
    createCallStep(routes.repairs.listRepairs),
  ],
  'books a repair': [
    10,
    createCallStep(routes.repairs.findDevice, { qs: { serialNumber: '{{ serial }}' } }),
    { think: 2 },
    createCallStep(routes.repairs.bookRepair, {
      json: { ...buildRepairBooking(identityTemplate), serialNumber: '{{ serial }}' },
    }),
    createCallStep(routes.repairs.listRepairs),
  ],
  'books a return': [
    4,
    createCallStep(routes.returns.bookReturn, { json: createReturn(now) }),
    createCallStep(routes.returns.listReturns),
  ],
  'has a file read': [
    4,
    createCallStep(routes['return-files'].requestUpload, {
      json: { bytes: 10_000 },
      capture: [
        { json: '$.key', as: 'key' },
        { json: '$.url', as: 'uploadUrl' },
        { json: '$.fields', as: 'fields' },
      ],
    }),
    { function: 'upload' },
    createCallStep(routes['return-files'].readReturnFile, {
      json: { key: '{{ key }}' },
      match: { json: '$.report.outcome', value: 'read' },
    }),
  ],
});

/** Returns a returns file in which the upload replaces STORE, REFERENCE and SERIAL. */
const createFile = (now: Date): string =>
  [
    fileColumns.map((column) => fileHeaders[column].en[0]),
    ...createReturn(now).lines.map(({ ean, productDescription, purchaseDate }, index) => [
      'STORE',
      'REFERENCE',
      ean,
      productDescription,
      purchaseDate,
      `SERIAL-${index}`,
    ]),
  ]
    .map((cells) => `${cells.join(';')}\r\n`)
    .join('');

/** Returns the script that Artillery runs: the visitors arrive at a constant rate, each as one of the users. */
export const createArtilleryScript = (
  { processor, site, region, users, captchaUrl, visitorCount, durationSeconds }: LoadPlan,
  now: Date,
) => ({
  config: {
    target: site,
    processor,
    phases: [{ name: 'morning', duration: durationSeconds, arrivalCount: visitorCount }],
    http: { timeout: 30 },
    // Artillery chooses one value of an array for each person.
    variables: {
      user: users,
      region,
      file: createFile(now),
      captchaUrl: captchaUrl ?? '',
      host: new URL(site).hostname,
    },
    plugins: { ensure: {}, 'metrics-by-endpoint': {} },
    ensure: {
      // Times have no limit without TLS, because a local site shares its machine with everything else.
      ...(site.startsWith('https:') && { thresholds: [{ 'http.response_time.p99': 3000 }] }),
      conditions: [{ expression: 'vusers.failed <= 0.01 * vusers.created' }],
    },
  },
  scenarios: Object.entries(createJourneys(now)).map(([name, [weight, ...steps]]) => ({
    name,
    weight,
    beforeRequest: ['sendCookies'],
    afterResponse: ['checkResponse'],
    flow: [...signInSteps, ...steps],
  })),
});
