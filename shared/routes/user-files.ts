import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { route } from '#shared/route.ts';
import { spreadsheetLimits } from '#shared/spreadsheet.ts';
import { usersFileReport } from '#shared/users/file/report.ts';

const admins = ['admin'] as const;

export const userFiles = {
  /** A presigned POST for one file, for five minutes. */
  requestUserUpload: route({
    method: 'POST',
    path: '/user-files/{region}/uploads',
    audience: admins,
    input: z.strictObject({ region: field.region, bytes: z.int().check(z.gte(1), z.lte(spreadsheetLimits.bytes)) }),
    output: z.object({ key: field.uploadKey, url: z.url(), fields: z.record(z.string(), z.string()) }),
  }),
  /** Reads an uploaded file and tells what would happen; nothing is changed, and the file is gone afterwards. */
  readUserFile: route({
    method: 'POST',
    path: '/user-files/{region}',
    audience: admins,
    daily: 'files',
    input: z.strictObject({ region: field.region, key: field.uploadKey, updateExisting: z.boolean() }),
    output: z.object({ report: usersFileReport }),
  }),
} as const;
