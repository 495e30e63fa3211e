import { questionOf } from '#lambdas/records/list-query.ts';
import { timePages } from '#lambdas/records/pages.ts';
import type { ReturnHandlers, ReturnsCollaborators } from './collaborators.ts';
import { searchPages } from './search.ts';

export const listHandlers = ({ returns, search }: ReturnsCollaborators): Pick<ReturnHandlers, 'listReturns'> => {
  const [byTime, bySearch] = [timePages(returns.list), searchPages(returns, search)];
  return {
    listReturns: async (input, { caller }) => {
      const question = questionOf(input, caller);
      return {
        body: await (question.search === undefined
          ? byTime(question)
          : bySearch({ ...question, search: question.search })),
      };
    },
  };
};
