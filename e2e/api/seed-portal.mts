import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortal } from '#scripts/demo/portal.ts';

/**
 * Jest's global setup: builds the app and seeds a portal once; each API test suite starts on a copy of its data. The
 * extension .mts makes Jest leave the file to Node.
 */
// oxlint-disable-next-line import/no-default-export -- required by Jest
export default async function seedPortal() {
  if (process.env['WIRE_SITE']) return;
  const folder = mkdtempSync(join(tmpdir(), 'portal-seeded-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.env['SEEDED_PORTAL'] = folder;
  const cloud = await startPortal({
    stateFolder: folder,
    port: 0,
    warm: false,
    backOffice: 'silent',
    say: (message) => console.log(message),
  });
  await cloud.stop();
}
