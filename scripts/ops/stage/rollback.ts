import { spawn } from 'node:child_process';

/** Workflow that deploys the previous release of a stage (.github/workflows/back.yml). */
const workflow = 'back.yml';

/**
 * Starts the workflow with GitHub's command line, which must be signed in. `run` is the id of the release to go back to
 * instead of the previous one. Throws if it cannot be started.
 */
export const startRollback = async (stage: string, run: string | undefined): Promise<void> => {
  const args = [
    'workflow',
    'run',
    workflow,
    '-f',
    `stage=${stage}`,
    ...(run === undefined ? [] : ['-f', `run=${run}`]),
  ];
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn('gh', args, { stdio: 'inherit' });
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new Error('GitHub’s command line (gh) is not installed: run the workflow “back” on GitHub’s page instead.')
          : error,
      ),
    );
    child.once('exit', resolve);
  });
  if (code !== 0)
    throw new Error('The workflow was not started. docs/runbooks/rollback.md says how to go back without GitHub.');
};
