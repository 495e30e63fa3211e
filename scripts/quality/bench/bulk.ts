import { importHard, strangers } from '#scripts/testing/bulk/import.ts';
import { openBulkSetting } from '#scripts/testing/bulk/setting.ts';
import { limits } from '#shared/config/limits.ts';
import type { Bench } from './figure.ts';
import { exactly, none } from './figure.ts';

const plan = { kills: 10, throttled: 0.05, doubled: 2, within: 200 };

export const bulk: Bench = {
  about: `${limits.bulk.rows.toLocaleString('en-GB')} users by file: ten workers killed, 5 % of Cognito's calls refused, slices handed out twice`,
  run: async ({ say }) => {
    const setting = await openBulkSetting();
    try {
      say('A few minutes …');
      const outcome = await importHard(setting, limits.bulk.rows, plan);
      const { job, killed, deadLetters, wrong, wronglyMailed, wrongEvents, failed } = outcome;
      const existing = limits.bulk.rows / 10;
      return [
        exactly('Workers killed', killed, plan.kills),
        none('Users who are not there exactly once, as the file says', wrong.length),
        none('Addresses that got another number of emails than one', wronglyMailed.length),
        none('Users whose invitation was not written down exactly once', wrongEvents),
        none('Dead letters', deadLetters),
        exactly('Summary: invited', job.outcomes.invited, limits.bulk.rows - existing - strangers - failed.length),
        exactly('Summary: updated', job.outcomes.updated, existing / 2 + strangers),
        exactly('Summary: unchanged', job.outcomes.unchanged, existing / 2),
        exactly('Summary: failed, as the list of failed rows has them', job.outcomes.failed, failed.length),
      ];
    } finally {
      await setting.close();
    }
  },
};
