import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { findResourceProperties, readSynthesized } from '#infra/testing/synthesized.ts';
import type { TableName } from '#shared/config/tables.ts';
import { tables } from '#shared/config/tables.ts';
import { toTableDefinition } from './tables.ts';

const definitionSchema = z.object({
  KeySchema: z.unknown(),
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string() })),
  LocalSecondaryIndexes: z.optional(z.unknown()),
  GlobalSecondaryIndexes: z.optional(z.unknown()),
});

const toComparable = (definition: unknown) => {
  const parsed = definitionSchema.parse(definition);
  return {
    ...parsed,
    AttributeDefinitions: parsed.AttributeDefinitions.toSorted((a, b) =>
      a.AttributeName.localeCompare(b.AttributeName),
    ),
  };
};

const { portal } = readSynthesized('dev');

test('creates the same tables as the deployed stack', () => {
  const deployedTables = findResourceProperties(portal, 'AWS::DynamoDB::Table').map(toComparable);
  for (const name of Object.keys(tables) as TableName[])
    expect(deployedTables).toContainEqual(toComparable(toTableDefinition(name)));
});
