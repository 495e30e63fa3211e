import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';

// dynoxide publishes its program as a package for each of these. The lock file holds the first only: npm refuses the whole lock
// file where one of its packages is missing. The others are installed at the first start, which was tried with a replaced
// installer only, never on a Mac.
const platforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win32-x64'];

const root = resolve(import.meta.dirname, '../../..');
const require = createRequire(import.meta.url);

type Options = {
  readonly platform?: string;
  /** Kept apart from node_modules: neither package.json nor the lock file hears of it, and `npm ci` leaves it. */
  readonly folder?: string;
  /** Installs a package, with its version, into a folder. Throws with what went wrong. */
  readonly install?: (wanted: string, folder: string) => void;
  readonly say?: (message: string) => void;
};

/** The version of the installed platforms is the one that package.json pins. */
const pinnedVersion = (): string => {
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.object({ '@dynoxide/linux-x64': z.string() }) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return optionalDependencies['@dynoxide/linux-x64'];
};

const npmInstall = (wanted: string, folder: string): void => {
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', folder];
  const { status, stderr, error } = spawnSync('npm', ['install', ...options, wanted], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(error?.message ?? stderr.trim().split('\n').slice(0, 3).join('\n'));
};

const missing = (platform: string, reason: string) =>
  new Error(
    [
      `There is no DynamoDB for ${platform}: ${reason}`,
      'One more command: start any DynamoDB-compatible server, for instance',
      '  docker run -p 8000:8000 amazon/dynamodb-local',
      'and say where it is:  LOCAL_DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npm start',
    ].join('\n'),
  );

/** The database's program for this platform, installed first where it isn't yet. Throws with the one more command where that fails. */
export const findProgram = async ({
  platform = `${process.platform}-${process.arch}`,
  folder = join(root, '.local/dynoxide'),
  install = npmInstall,
  say = () => {},
}: Options = {}): Promise<string> => {
  const name = `@dynoxide/${platform}`;
  const file = platform.startsWith('win32') ? 'dynoxide.exe' : 'dynoxide';
  try {
    return require.resolve(`${name}/${file}`);
  } catch {
    // Not among the project's packages.
  }
  const version = pinnedVersion();
  const own = join(folder, version);
  const program = join(own, 'node_modules', name, file);
  if (existsSync(program)) return program;
  if (!platforms.includes(platform)) throw missing(platform, 'dynoxide is not made for it.');
  say(`Installing DynamoDB for ${platform} (${name}@${version}), once …`);
  mkdirSync(own, { recursive: true });
  try {
    install(`${name}@${version}`, own);
  } catch (error) {
    throw missing(platform, error instanceof Error ? error.message : String(error));
  }
  if (!existsSync(program)) throw missing(platform, `${name}@${version} holds no program.`);
  return program;
};
