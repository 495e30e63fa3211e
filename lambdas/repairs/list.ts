import type { RepairHandlers, RepairsCollaborators } from './collaborators.ts';
import { badCursor, timeCursor } from './cursor.ts';
import type { Question } from './list-question.ts';
import { questionOf } from './list-question.ts';
import { isWithin } from './period.ts';
import { searchPages } from './search.ts';
import type { RepairsStore } from './store.ts';

const timePages =
  (repairs: Pick<RepairsStore, 'list'>) =>
  async ({ owner, filter, limit, cursor, asked }: Question) => {
    const after = cursor === undefined ? undefined : timeCursor.decode(asked, cursor);
    // DynamoDB takes no beginning outside the period.
    if (after && !isWithin(after.createdAt, filter.period)) throw badCursor();
    const { items, hasMore } = await repairs.list(owner, filter, limit, after);
    const last = items.at(-1);
    return { items, ...(hasMore && last && { cursor: timeCursor.encode(asked, last) }) };
  };

export const listHandlers = ({ repairs, search }: RepairsCollaborators): Pick<RepairHandlers, 'listRepairs'> => {
  const [byTime, bySearch] = [timePages(repairs), searchPages(repairs, search)];
  return {
    listRepairs: async (input, { caller }) => {
      const question = questionOf(input, caller);
      return { body: await (question.search === undefined ? byTime(question) : bySearch({ ...question, search: question.search })) };
    },
  };
};
