import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { maintenanceId } from '#lambdas/lib/http/maintenance.ts';

/**
 * Starts maintenance: from the next request on, bookings and all other changes of signed-in users are rejected, while
 * reading still works. `expectedEnd` is an ISO instant.
 */
export const startMaintenance = async (db: DynamoDBDocumentClient, sessionsTable: string, expectedEnd: string) => {
  await db.send(new PutCommand({ TableName: sessionsTable, Item: { id: maintenanceId, until: expectedEnd } }));
};

export const endMaintenance = async (db: DynamoDBDocumentClient, sessionsTable: string) => {
  await db.send(new DeleteCommand({ TableName: sessionsTable, Key: { id: maintenanceId } }));
};
