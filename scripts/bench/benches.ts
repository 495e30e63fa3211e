import { booking } from './booking.ts';
import { bulk } from './bulk.ts';
import { cost } from './cost.ts';
import { enumeration } from './enumeration.ts';
import type { Bench } from './figure.ts';
import { files } from './files.ts';
import { listBench } from './list.ts';
import { middleware } from './middleware.ts';
import { pages } from './pages.ts';
import { till } from './till.ts';

/** THE benches, by the name that the command takes. */
export const benches = {
  middleware,
  list: listBench,
  booking,
  files,
  bulk,
  cost,
  pages,
  enumeration,
  till,
} as const satisfies Record<string, Bench>;
