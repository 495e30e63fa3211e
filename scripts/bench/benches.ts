import { booking } from './booking.ts';
import { bulk } from './bulk.ts';
import { bundles } from './bundles.ts';
import { cost } from './cost.ts';
import type { Bench } from './figure.ts';
import { files } from './files.ts';
import { listBench } from './list.ts';
import { memory } from './memory.ts';
import { middleware } from './middleware.ts';
import { pages } from './pages.ts';
import { returnsBench } from './returns.ts';
import { scale } from './scale.ts';
import { starts } from './starts.ts';
import { strangers } from './strangers.ts';
import { till } from './till.ts';

/** THE benches, by the name that the command takes. */
export const benches = {
  middleware,
  list: listBench,
  booking,
  returns: returnsBench,
  files,
  bulk,
  cost,
  scale,
  bundles,
  starts,
  memory,
  pages,
  strangers,
  till,
} as const satisfies Record<string, Bench>;
