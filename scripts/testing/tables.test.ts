import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { propertiesOf, synthesized } from '#infra/testing/synthesized.ts';
import type { TableName } from '#shared/tables.ts';
import { tables } from '#shared/tables.ts';
import { definitionOf } from './tables.ts';

const shape = z.object({
  KeySchema: z.unknown(),
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string() })),
  LocalSecondaryIndexes: z.optional(z.unknown()),
  GlobalSecondaryIndexes: z.optional(z.unknown()),
});

const comparable = (definition: unknown) => {
  const parsed = shape.parse(definition);
  return {
    ...parsed,
    AttributeDefinitions: parsed.AttributeDefinitions.toSorted((one, other) =>
      one.AttributeName.localeCompare(other.AttributeName),
    ),
  };
};

const { portal } = synthesized('dev');

test('a bench measures on the tables that are deployed', () => {
  const deployed = propertiesOf(portal, 'AWS::DynamoDB::Table').map(comparable);
  for (const name of Object.keys(tables) as TableName[])
    expect(deployed).toContainEqual(comparable(definitionOf(name)));
});
