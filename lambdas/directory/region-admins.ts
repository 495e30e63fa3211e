import type { TransactItem } from '#lambdas/aws/transact.ts';
import type { RegionId } from '#shared/regions.ts';
import type { User } from './user-row.ts';

type Sub = Pick<User, 'region' | 'sub'>;

const adminsId = (region: RegionId) => `${region}#admins`;

/** The item beside the users that holds the subs of a region's enabled admins: its last one is never taken away. */
export const regionAdmins = (table: string) => {
  const update = ({ region, sub }: Sub, verb: 'ADD' | 'DELETE') => ({
    TableName: table,
    Key: { id: adminsId(region) },
    UpdateExpression: `${verb} subs :sub`,
    ExpressionAttributeValues: { ':sub': new Set([sub]) },
  });
  return {
    join: (user: Sub): TransactItem => ({ Update: update(user, 'ADD') }),
    leave: (user: Sub): TransactItem => ({ Update: update(user, 'DELETE') }),
    /** Leaves while another one stays. Whoever has left already, in a change that was broken off, may do so again. */
    leaveOthers: (user: Sub): TransactItem => {
      const { ExpressionAttributeValues: values, ...rest } = update(user, 'DELETE');
      return {
        Update: {
          ...rest,
          ConditionExpression:
            '(contains(subs, :one) AND size(subs) > :last) OR (NOT contains(subs, :one) AND size(subs) >= :last)',
          ExpressionAttributeValues: { ...values, ':one': user.sub, ':last': 1 },
        },
      };
    },
  };
};
