import type { Table } from '#lambdas/spreadsheets/table.ts';
import { startValidatorWorker } from '#lambdas/spreadsheets/thread.ts';

startValidatorWorker((table: Table) => table);
