import { apiStage, requestHeader } from '#shared/http.ts';
import { fileColumns, fileHeaders } from '#shared/returns/file/columns.ts';
import type { Route } from '#shared/route.ts';
import { routes } from '#shared/routes/table.ts';
import { newBooking, newReturn } from '../testing/records.ts';

export type Plan = {
  readonly processor: string;
  readonly site: string;
  readonly region: string;
  readonly storeId: string;
  readonly users: readonly { readonly email: string; readonly password: string }[];
  /** Where a captcha is ticked by a call; without it the stage takes any token (the provider's public test keys). */
  readonly captchaUrl?: string | undefined;
  /** Sign-ins a second at the top of the ramp, and how long all of it takes. */
  readonly rate: number;
  readonly seconds: number;
};

type Step = Readonly<Record<string, unknown>>;

const linesOfReturn = 10;

/** A call of a route, as Artillery has it. Any answer but the route's own is an error. */
const ask = ({ method, path, status }: Route, rest: Step = {}): Step => ({
  [method.toLowerCase()]: {
    url: `/${apiStage}${path.replace('{region}', '{{ region }}')}`,
    name: `${method} ${path}`,
    headers: {
      [requestHeader.name]: requestHeader.value,
      'sec-fetch-site': 'same-origin',
      'x-expected-status': String(status),
    },
    ...rest,
  },
});

const signIn: readonly Step[] = [
  { function: 'arrive' },
  ask(routes.auth.login, {
    json: { email: '{{ user.email }}', password: '{{ user.password }}', captcha: '{{ ticked }}' },
  }),
  ask(routes.auth.session),
  ask(routes.repairs.listRepairs),
];

const ownReferences = { id: '{{ id }}', storeRefNo: '{{ reference }}' };
const linesAt = (now: Date) => newReturn('load', now, linesOfReturn).lines;

/** What people do after they have signed in, and how many of ten do it. */
const journeys = (now: Date): Readonly<Record<string, readonly [weight: number, ...Step[]]>> => ({
  'looks at lists': [5, ask(routes.returns.listReturns), { think: 5 }, ask(routes.repairs.listRepairs)],
  'books a repair': [
    3,
    ask(routes.repairs.findDevice, { qs: { serialNumber: '{{ serial }}' } }),
    { think: 2 },
    ask(routes.repairs.bookRepair, {
      json: { ...newBooking('load'), ...ownReferences, serialNumber: '{{ serial }}' },
    }),
    ask(routes.repairs.listRepairs),
  ],
  'books a return': [
    1,
    ask(routes.returns.bookReturn, {
      json: {
        ...newReturn('load', now, linesOfReturn),
        ...ownReferences,
        lines: linesAt(now).map((line, index) => ({ ...line, serialNumber: `{{ serial }}-${index}` })),
      },
    }),
    ask(routes.returns.listReturns),
  ],
  'has a file read': [
    1,
    ask(routes['return-files'].requestUpload, {
      json: { bytes: 10_000 },
      capture: [
        { json: '$.key', as: 'key' },
        { json: '$.url', as: 'uploadUrl' },
        { json: '$.fields', as: 'fields' },
      ],
    }),
    { function: 'upload' },
    ask(routes['return-files'].readReturnFile, {
      json: { key: '{{ key }}' },
      match: { json: '$.report.outcome', value: 'read' },
    }),
  ],
});

const fileOf = (storeId: string, now: Date) =>
  [
    fileColumns.map((column) => fileHeaders[column].en[0]),
    ...linesAt(now).map(({ ean, productDescription, purchaseDate }, index) => [
      storeId,
      'REFERENCE',
      ean,
      productDescription,
      purchaseDate,
      `SERIAL-${index}`,
    ]),
  ]
    .map((cells) => `${cells.join(';')}\r\n`)
    .join('');

/** The script for Artillery, its paths out of the table of routes: a ramp of a third of the time, and then so many a second. */
export const artilleryScript = (
  { processor, site, region, storeId, users, captchaUrl, rate, seconds }: Plan,
  now: Date,
) => ({
  config: {
    target: site,
    processor,
    phases: [
      { name: 'ramp', duration: Math.ceil(seconds / 3), arrivalRate: 1, rampTo: rate },
      { name: 'top', duration: Math.ceil((seconds * 2) / 3), arrivalRate: rate },
    ],
    http: { timeout: 30 },
    // Of a list each arrival gets one.
    variables: {
      user: users,
      region,
      file: fileOf(storeId, now),
      captchaUrl: captchaUrl ?? '',
      host: new URL(site).hostname,
    },
    plugins: { ensure: {}, 'metrics-by-endpoint': {} },
    ensure: {
      // A machine that is everything at once, and has no TLS, promises nothing.
      ...(site.startsWith('https:') && { thresholds: [{ 'http.response_time.p99': 3000 }] }),
      conditions: [{ expression: 'vusers.failed <= 0.01 * vusers.created' }],
    },
  },
  scenarios: Object.entries(journeys(now)).map(([name, [weight, ...steps]]) => ({
    name,
    weight,
    beforeRequest: ['sendCookies'],
    afterResponse: ['judge'],
    flow: [...signIn, ...steps],
  })),
});
