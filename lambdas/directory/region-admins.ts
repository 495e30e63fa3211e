import { updateItem } from '#lambdas/aws/expressions.ts';
import type { TransactItem } from '#lambdas/aws/transact.ts';
import type { RegionId } from '#shared/regions.ts';
import type { User } from './user-row.ts';

type Sub = Pick<User, 'region' | 'sub'>;

const adminsId = (region: RegionId) => `${region}#admins`;

/** The item beside the users that holds the subs of a region's enabled admins: its last one is never taken away. */
export const regionAdmins = (table: string) => {
  const update = ({ region, sub }: Sub, verb: 'ADD' | 'DELETE', condition?: string): TransactItem => {
    const values = { subs: new Set([sub]), ...(condition !== undefined && { sub, last: 1 }) };
    return { Update: updateItem(table, { id: adminsId(region) }, `${verb} subs :subs`, values, condition) };
  };
  return {
    join: (user: Sub) => update(user, 'ADD'),
    leave: (user: Sub) => update(user, 'DELETE'),
    /** Leaves while another one stays. Whoever has left already, in a change that was broken off, may do so again. */
    leaveOthers: (user: Sub) =>
      update(
        user,
        'DELETE',
        '(contains(subs, :sub) AND size(subs) > :last) OR (NOT contains(subs, :sub) AND size(subs) >= :last)',
      ),
  };
};
