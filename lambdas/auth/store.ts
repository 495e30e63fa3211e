import { createHash } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Session } from '#lambdas/lib/sessions.ts';

/** An address is counted under a hash: the table lists nobody. */
const attemptsId = (region: RegionId, email: string) => createHash('sha256').update(`${region}#${email}`).digest('base64url');

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);

export const authStore = (db: DynamoDBDocumentClient, tables: { readonly sessions: string; readonly attempts: string }) => {
  const countFirst = async (id: string, now: Date) => {
    const expiresAt = seconds(now) + limits.attempts.windowMinutes * 60;
    await db.send(new PutCommand({ TableName: tables.attempts, Item: { id, failures: 1, expiresAt } }));
  };

  return {
    /** Counts an attempt for an address, known or not. Throws LimitExceededException past the limit (acceptance, C15). */
    countAttempt: async (region: RegionId, email: string, now: Date): Promise<void> => {
      const id = attemptsId(region, email);
      try {
        await db.send(
          new UpdateCommand({
            TableName: tables.attempts,
            Key: { id },
            UpdateExpression: 'SET expiresAt = if_not_exists(expiresAt, :end) ADD failures :one',
            ConditionExpression: 'attribute_not_exists(id) OR (expiresAt > :now AND failures < :max)',
            ExpressionAttributeValues: {
              ':one': 1,
              ':max': limits.attempts.max,
              ':now': seconds(now),
              ':end': seconds(now) + limits.attempts.windowMinutes * 60,
            },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
        if (Number(unmarshall(error.Item)['expiresAt']) > seconds(now)) throw new AppError('LimitExceededException', { cause: error });
        await countFirst(id, now);
      }
    },

    /** Begins a session, and forgets the attempts that led to it, in one step. */
    begin: async (session: Session, region: RegionId, email: string): Promise<void> => {
      await db.send(
        new TransactWriteCommand({
          TransactItems: [
            { Put: { TableName: tables.sessions, Item: session } },
            { Delete: { TableName: tables.attempts, Key: { id: attemptsId(region, email) } } },
          ],
        }),
      );
    },

    /** Notes a refresh. Throws ExpiredToken when the session has been signed out meanwhile. */
    noteRefresh: async (id: string, now: Date): Promise<void> => {
      try {
        await db.send(
          new UpdateCommand({
            TableName: tables.sessions,
            Key: { id },
            UpdateExpression: 'SET lastRefreshAt = :now',
            ConditionExpression: 'attribute_exists(id) AND revoked = :no',
            ExpressionAttributeValues: { ':now': now.toISOString(), ':no': false },
          }),
        );
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) throw new AppError('ExpiredToken', { cause: error });
        throw error;
      }
    },

    /** Ends a session; one that isn't there stays so. */
    end: async (id: string): Promise<void> => {
      try {
        await db.send(
          new UpdateCommand({
            TableName: tables.sessions,
            Key: { id },
            UpdateExpression: 'SET revoked = :yes',
            ConditionExpression: 'attribute_exists(id)',
            ExpressionAttributeValues: { ':yes': true },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    },
  };
};

export type AuthStore = ReturnType<typeof authStore>;
