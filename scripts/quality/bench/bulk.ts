import { importUnderFaults, cognitoOnlyCount } from '#scripts/testing/bulk/import.ts';
import { openJobEnvironment } from '#scripts/testing/bulk/job-environment.ts';
import { limits } from '#shared/config/limits.ts';
import type { Bench } from './figure.ts';
import { createExactFigure, createZeroFigure } from './figure.ts';

const plan = { killCount: 10, throttleProbability: 0.05, duplicateCount: 2, lastKillableWrite: 200 };

export const bulk: Bench = {
  description: `${limits.bulk.rows.toLocaleString('en-GB')} users by file: ten workers killed, 5 % of Cognito's calls rejected, slices handed out twice`,
  run: async ({ say }) => {
    const environment = await openJobEnvironment();
    try {
      say('This takes a few minutes …');
      const outcome = await importUnderFaults(environment, limits.bulk.rows, plan);
      const { job, emailsWithWrongRow, emailsWithWrongMailCount, wrongEventCount, failed } = outcome;
      const existingCount = limits.bulk.rows / 10;
      return [
        createExactFigure('Workers killed', outcome.killedCount, plan.killCount),
        createZeroFigure('Users not stored exactly once as in the file', emailsWithWrongRow.length),
        createZeroFigure('Addresses without exactly one email', emailsWithWrongMailCount.length),
        createZeroFigure('Users without exactly one audit event of the invitation', wrongEventCount),
        createZeroFigure('Dead letters', outcome.deadLetterCount),
        createExactFigure(
          'Summary: invited',
          job.outcomes.invited,
          limits.bulk.rows - existingCount - cognitoOnlyCount - failed.length,
        ),
        createExactFigure('Summary: updated', job.outcomes.updated, existingCount / 2 + cognitoOnlyCount),
        createExactFigure('Summary: unchanged', job.outcomes.unchanged, existingCount / 2),
        createExactFigure('Summary: failed, equal to the list of failed rows', job.outcomes.failed, failed.length),
      ];
    } finally {
      await environment.close();
    }
  },
};
