import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { returnsAudience } from '#shared/api/policies.ts';
import { route } from '#shared/api/route.ts';
import { dateInterpretations, fileReport } from '#shared/returns/file/report.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { storeChoiceRules } from '#shared/stores/stores.ts';
import { encodings } from '#shared/text/spreadsheet.ts';

export const returnFiles = {
  /** Returns a presigned POST for one file, valid for five minutes. */
  requestUpload: route({
    method: 'POST',
    path: '/returns/{region}/uploads',
    audience: returnsAudience,
    needsReturns: true,
    input: z.strictObject({ region: field.region, bytes: z.int().check(z.gte(1), z.lte(returnLimits.file.bytes)) }),
    output: z.object({ key: field.uploadKey, url: z.url(), fields: z.record(z.string(), z.string()) }),
  }),
  /** Reads an uploaded file and deletes it; books nothing. */
  readReturnFile: route({
    method: 'POST',
    path: '/returns/{region}/files',
    audience: returnsAudience,
    needsReturns: true,
    daily: 'files',
    input: z.strictObject({
      region: field.region,
      key: field.uploadKey,
      /** Store for which an admin books; staff members use their own store. */
      storeId: z.optional(field.storeId),
      /** Answers to the questions of a report, sent with the file again. */
      dates: z.optional(z.enum(dateInterpretations)),
      charset: z.optional(z.enum(encodings)),
    }),
    rules: storeChoiceRules,
    output: z.object({
      report: fileReport,
      /** Hash of the file's bytes; a booking includes it, so that the file is recognized when it is sent again. */
      hash: z.string(),
      /** Return of the store that was booked recently from the same file. */
      sentBefore: z.optional(
        z.object({ storeRefNo: z.string(), id: z.uuid(), createdAt: field.instant, by: z.string(), lines: z.int() }),
      ),
    }),
  }),
} as const;
