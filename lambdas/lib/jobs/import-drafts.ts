import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateQuery, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { mapConcurrently, splitIntoChunks } from '#lambdas/lib/aws/concurrency.ts';
import { buildExpressions, getItem } from '#lambdas/lib/aws/dynamodb.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { importRow } from '#shared/jobs/job.ts';
import { toItemKey } from './jobs-table.ts';

/** Row of a users file. A doubtful row is imported only if the admin has confirmed its store id. */
const draftRow = z.object({ ...importRow.shape, isDoubtful: z.boolean() });
export type DraftRow = z.output<typeof draftRow>;

const draftHead = z.object({
  bySub: z.string(),
  updateExisting: z.boolean(),
  total: z.int(),
  expiresAt: z.int(),
});
/** Item with some of a draft's rows. */
export const draftPart = z.object({ rows: z.array(draftRow) });

/** Parsed rows of a users file, from which the admin who uploaded it can start the import; the import job gets the draft's id. */
export type ImportDraft = {
  readonly region: RegionId;
  readonly id: string;
  /** Admin who had the file read. */
  readonly bySub: string;
  readonly updateExisting: boolean;
  readonly rows: readonly DraftRow[];
};

/** Rows per item: with the longest texts 200 KB, half of DynamoDB's limit. */
const rowsPerPart = 250;

const maxConcurrentWrites = 8;

const toPartKey = (index: number) => `draft#${String(index).padStart(4, '0')}`;

/** Store of import drafts, in items separate from those of jobs, so that readers of jobs never find a draft. */
export type ImportDrafts = {
  /** Writes a draft, which expires after `limits.bulk.draftHours`. */
  readonly add: (draft: ImportDraft, now: Date) => Promise<void>;
  /** Returns a draft; undefined if it has expired or lacks rows, for example because personal data was erased. */
  readonly find: (region: RegionId, id: string, now: Date) => Promise<ImportDraft | undefined>;
};

export const createImportDrafts = (db: DynamoDBDocumentClient, table: string): ImportDrafts => ({
  add: async ({ region, id, rows, ...settings }: ImportDraft, now: Date): Promise<void> => {
    const expiresAt = Math.floor(now.getTime() / 1000) + limits.bulk.draftHours * 3600;
    const head = { ...toItemKey(region, id, 'draft'), ...settings, total: rows.length, expiresAt };
    const parts = splitIntoChunks(rows, rowsPerPart).map((partRows, index) => ({
      ...toItemKey(region, id, toPartKey(index)),
      rows: partRows,
      expiresAt,
    }));
    await mapConcurrently(maxConcurrentWrites, [head, ...parts], (Item) =>
      db.send(new PutCommand({ TableName: table, Item })),
    );
  },

  find: async (region: RegionId, id: string, now: Date): Promise<ImportDraft | undefined> => {
    const item = await getItem(db, table, toItemKey(region, id, 'draft'));
    if (!item) return undefined;
    const { bySub, updateExisting, total, expiresAt } = draftHead.parse(item);
    if (expiresAt * 1000 <= now.getTime()) return undefined;
    const partsQuery = buildExpressions(
      { KeyConditionExpression: '#job = :job AND begins_with(#row, :part)' },
      { job: toItemKey(region, id).job, part: 'draft#' },
    );
    const rows: DraftRow[] = [];
    const pages = paginateQuery({ client: db }, { TableName: table, ConsistentRead: true, ...partsQuery });
    for await (const { Items = [] } of pages) for (const part of Items) rows.push(...draftPart.parse(part).rows);
    return rows.length === total ? { region, id, bySub, updateExisting, rows } : undefined;
  },
});
