// A portal in a process of its own, which can be killed. Arguments: its state folder, and how soon the back office answers, in ms.
// Told to, it fills the disk that its folder is on, empties it again, and copies its folder somewhere else.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPortal } from '../demo/portal.ts';
import type { FromPortal, ToPortal } from './mortal-portal.ts';

const [stateFolder = '', delayMs = '200'] = process.argv.slice(2);
const tell = (message: FromPortal) => void process.send?.(message);

const portal = await startPortal({
  stateFolder,
  port: 0,
  backOffice: { delayMs: Number(delayMs) },
});
const { siteUrl, captchaUrl, backOfficeUrl, endpoints, region } = portal;
tell({ kind: 'up', siteUrl, captchaUrl, backOfficeUrl, endpoints, region });

const ballast = join(stateFolder, '..', 'ballast');
/** Until nothing more fits. */
const fill = () => {
  for (let bytes = 2 ** 20; bytes >= 512; bytes /= 2) {
    try {
      for (;;) writeFileSync(ballast, Buffer.alloc(bytes), { flag: 'a' });
    } catch {
      // Something smaller may still.
    }
  }
};

process.on('message', (message: ToPortal) => {
  if (message.kind === 'fill') fill();
  if (message.kind === 'empty') rmSync(ballast, { force: true });
  if (message.kind === 'copy') cpSync(stateFolder, message.to, { recursive: true });
  if (message.kind === 'stop')
    void portal.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  tell({ kind: 'done' });
});
// It does not outlive whoever started it.
process.on('disconnect', () => process.exit(1));
