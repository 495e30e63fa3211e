import { importUnderFaults, cognitoOnlyCount } from '#scripts/testing/bulk/import.ts';
import { openBulkSetting } from '#scripts/testing/bulk/setting.ts';
import { limits } from '#shared/config/limits.ts';
import type { Bench } from './figure.ts';
import { createExactFigure, createZeroFigure } from './figure.ts';

const plan = { kills: 10, throttleProbability: 0.05, duplicatedMessages: 2, lastKillableCall: 200 };

export const bulk: Bench = {
  description: `${limits.bulk.rows.toLocaleString('en-GB')} users by file: ten workers killed, 5 % of Cognito's calls rejected, slices handed out twice`,
  run: async ({ say }) => {
    const setting = await openBulkSetting();
    try {
      say('This takes a few minutes …');
      const outcome = await importUnderFaults(setting, limits.bulk.rows, plan);
      const { job, killed, deadLetters, wrong, wronglyMailed, wrongEvents, failed } = outcome;
      const existingCount = limits.bulk.rows / 10;
      return [
        createExactFigure('Workers killed', killed, plan.kills),
        createZeroFigure('Users not stored exactly once as in the file', wrong.length),
        createZeroFigure('Addresses without exactly one email', wronglyMailed.length),
        createZeroFigure('Users without exactly one audit event of the invitation', wrongEvents),
        createZeroFigure('Dead letters', deadLetters),
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
      await setting.close();
    }
  },
};
