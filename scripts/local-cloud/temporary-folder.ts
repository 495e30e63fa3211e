import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const createTemporaryFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'local-cloud-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};
