import { routes } from '#shared/api/routes/table.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { ImportRow } from '#shared/jobs/job.ts';
import { userColumns } from '#shared/users/file/columns.ts';
import type { ReadUsersFile } from '#shared/users/file/report.ts';
import type { Browser } from './browser.ts';
import { postFile } from './browser.ts';

export type FileUser = Pick<ImportRow, 'email' | 'storeId' | 'storeName'> & { readonly roles: readonly string[] };

const toCells = ({ email, storeId, storeName, roles }: FileUser) => [
  email,
  storeId,
  storeName,
  String(roles.includes('register-repairs')),
  String(roles.includes('register-returns')),
  String(roles.includes('admin')),
];

export const createCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.join(';')}\r\n`).join('');

/** Returns a users file with these users from row 2 on. */
export const createUsersCsv = (users: readonly FileUser[]): string =>
  createCsv([[...userColumns], ...users.map(toCells)]);

const { readUserFile, requestUserUpload } = routes['user-files'];

/** Uploads a users file as the page does. Returns its key. */
export const uploadUsersFile = async (
  browser: Browser,
  region: RegionId,
  file: string | Uint8Array,
): Promise<string> => {
  const { json } = await browser.send(requestUserUpload, region, { body: { bytes: Buffer.byteLength(file) } });
  const { status } = await postFile(json, file);
  if (status !== 204) throw new Error(`The upload of a users file was answered with ${status}`);
  return json.key;
};

/** Uploads a users file and requests its report, as the page does. Throws if the file is rejected. */
export const readUsersFile = async (
  browser: Browser,
  region: RegionId,
  file: string | Uint8Array,
  { updateExisting = false } = {},
): Promise<ReadUsersFile> => {
  const key = await uploadUsersFile(browser, region, file);
  const { json } = await browser.send(readUserFile, region, { body: { key, updateExisting } });
  if (json.report?.outcome !== 'read') throw new Error(`A users file was not read: ${JSON.stringify(json)}`);
  return json.report;
};
