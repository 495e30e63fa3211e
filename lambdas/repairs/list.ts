import { questionOf } from '#lambdas/records/list-query.ts';
import { timePages } from '#lambdas/records/pages.ts';
import type { RepairHandlers, RepairsCollaborators } from './collaborators.ts';
import { searchPages } from './search.ts';

export const listHandlers = ({ repairs, search }: RepairsCollaborators): Pick<RepairHandlers, 'listRepairs'> => {
  const [byTime, bySearch] = [timePages(repairs.list), searchPages(repairs, search)];
  return {
    listRepairs: async (input, { caller }) => {
      const question = questionOf(input, caller);
      return {
        body: await (question.search === undefined
          ? byTime(question)
          : bySearch({ ...question, search: question.search })),
      };
    },
  };
};
