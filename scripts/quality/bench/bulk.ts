import { importUnderFaults, cognitoOnlyCount } from '#scripts/testing/bulk/import.ts';
import { openBulkSetting } from '#scripts/testing/bulk/setting.ts';
import { limits } from '#shared/config/limits.ts';
import type { Bench } from './figure.ts';
import { exactFigure, zeroFigure } from './figure.ts';

const plan = { kills: 10, throttled: 0.05, doubled: 2, within: 200 };

export const bulk: Bench = {
  about: `${limits.bulk.rows.toLocaleString('en-GB')} users by file: ten workers killed, 5 % of Cognito's calls rejected, slices handed out twice`,
  run: async ({ say }) => {
    const setting = await openBulkSetting();
    try {
      say('A few minutes …');
      const outcome = await importUnderFaults(setting, limits.bulk.rows, plan);
      const { job, killed, deadLetters, wrong, wronglyMailed, wrongEvents, failed } = outcome;
      const existing = limits.bulk.rows / 10;
      return [
        exactFigure('Workers killed', killed, plan.kills),
        zeroFigure('Users who are not there exactly once, as the file says', wrong.length),
        zeroFigure('Addresses that got another number of emails than one', wronglyMailed.length),
        zeroFigure('Users whose invitation was not written down exactly once', wrongEvents),
        zeroFigure('Dead letters', deadLetters),
        exactFigure(
          'Summary: invited',
          job.outcomes.invited,
          limits.bulk.rows - existing - cognitoOnlyCount - failed.length,
        ),
        exactFigure('Summary: updated', job.outcomes.updated, existing / 2 + cognitoOnlyCount),
        exactFigure('Summary: unchanged', job.outcomes.unchanged, existing / 2),
        exactFigure('Summary: failed, as the list of failed rows has them', job.outcomes.failed, failed.length),
      ];
    } finally {
      await setting.close();
    }
  },
};
