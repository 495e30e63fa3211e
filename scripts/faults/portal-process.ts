// A portal in a process of its own, which can be killed. Arguments: its state folder, and how soon the back office answers, in ms.
import { startPortal } from '../demo/portal.ts';

const [stateFolder = '', delayMs = ''] = process.argv.slice(2);
const portal = await startPortal({ stateFolder, port: 0, backOffice: { delayMs: Number(delayMs) } });
const { siteUrl, captchaUrl, endpoints, region } = portal;
const addresses = { siteUrl, captchaUrl, endpoints, region };
export type Addresses = typeof addresses;
process.send?.(addresses);

process.on('message', () => void portal.stop().finally(() => process.exit()));
// It does not outlive whoever started it.
process.on('disconnect', () => process.exit(1));
