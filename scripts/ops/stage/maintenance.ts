import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { maintenanceId } from '#lambdas/lib/http/maintenance.ts';

/** Refuses bookings and all other changes of signed-in users from the next request on; reading goes on. */
export const startMaintenance = async (db: DynamoDBDocumentClient, sessionsTable: string, until: string) => {
  await db.send(new PutCommand({ TableName: sessionsTable, Item: { id: maintenanceId, until } }));
};

export const endMaintenance = async (db: DynamoDBDocumentClient, sessionsTable: string) => {
  await db.send(new DeleteCommand({ TableName: sessionsTable, Key: { id: maintenanceId } }));
};
