// What cdk.json runs, on whatever Node the machine has: the CDK app, on the Node that comes with the packages.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import './install-needed.mjs';

const inProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const node = inProject(process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/node/bin/node');
const { status } = spawnSync(node, [inProject('infra/app.ts')], { stdio: 'inherit' });
process.exit(status ?? 1);
