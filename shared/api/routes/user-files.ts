import * as z from 'zod/mini';
import * as field from '#shared/api/fields.ts';
import { route } from '#shared/api/route.ts';
import { encodings, spreadsheetLimits } from '#shared/text/spreadsheet.ts';
import { usersFileReport } from '#shared/users/file/report.ts';

const adminsOnly = ['admin'] as const;

export const userFiles = {
  /** Returns a presigned POST for one file, valid for five minutes. */
  requestUserUpload: route({
    method: 'POST',
    path: '/user-files/{region}/uploads',
    audience: adminsOnly,
    input: z.strictObject({ region: field.region, bytes: z.int().check(z.gte(1), z.lte(spreadsheetLimits.bytes)) }),
    output: z.object({ key: field.uploadKey, url: z.url(), fields: z.record(z.string(), z.string()) }),
  }),
  /**
   * Reads an uploaded file, reports the effects of an import, stores its rows as an import draft, and deletes the file.
   * Changes no users.
   */
  readUserFile: route({
    method: 'POST',
    path: '/user-files/{region}',
    audience: adminsOnly,
    daily: 'files',
    input: z.strictObject({
      region: field.region,
      key: field.uploadKey,
      updateExisting: z.boolean(),
      charset: z.optional(z.enum(encodings)),
    }),
    output: z.object({ report: usersFileReport }),
  }),
} as const;
