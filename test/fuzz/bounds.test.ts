import { expect, test } from 'vitest';
import { z } from 'zod';
import { nameOf, readContract } from '#test/access/all-endpoints.ts';

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  items?: Schema;
}

/** Formats with a fixed length. */
const closedFormats = ['uuid', 'date', 'date-time'];

/** Returns the fields that allow more than the database or the memory of the server can store. */
function findUnbounded(schema: Schema, field: string): string[] {
  if (schema.const !== undefined || schema.enum) return [];
  const nested = [schema.anyOf, schema.oneOf, schema.allOf]
    .flat()
    .flatMap((one) => (one ? findUnbounded(one, field) : []));
  switch (schema.type) {
    case 'string': {
      const isClosed = closedFormats.includes(schema.format ?? '') || schema.pattern?.endsWith('$') === true;
      return isClosed || schema.maxLength !== undefined ? nested : [`${field}: any length`, ...nested];
    }
    case 'integer':
    case 'number': {
      const { minimum = -Infinity, maximum = Infinity } = schema;
      // A time becomes a timestamp, whose last year is 294276; an amount of money is an int8.
      const max = ['epoch-seconds', 'fen'].includes(schema.format ?? '') ? 2 ** 42 : 2 ** 31;
      return minimum >= -max && maximum < max ? nested : [`${field}: no int4`, ...nested];
    }
    case 'array': {
      const inside = findUnbounded(schema.items ?? {}, `${field}[]`);
      return schema.maxItems === undefined ? [`${field}: any number of items`, ...inside] : inside;
    }
    case 'object': {
      const named = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
        findUnbounded(one, `${field}.${name}`),
      );
      const names = schema.propertyNames ? findUnbounded(schema.propertyNames, `${field}{name}`) : [];
      return [...named, ...names];
    }
    default:
      return nested;
  }
}

function unboundedOf(schema: z.ZodType): string[] {
  return findUnbounded(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, '');
}

test('every text, number and list of a call has a limit that the database can store', async () => {
  const found = (await readContract()).flatMap((endpoint) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      unboundedOf(endpoint[part]).map((what) => `${nameOf(endpoint)} ${part}${what}`),
    ),
  );
  expect(found).toEqual([]);
});

test('fields without a limit are found', () => {
  const unlimited = z.strictObject({ text: z.string(), sort: z.number().int(), ids: z.array(z.uuid()) });
  expect(unboundedOf(unlimited)).toEqual([
    '.text: any length',
    '.sort: no int4',
    '.ids: any number of items',
  ]);
  expect(
    unboundedOf(
      z.coerce
        .number()
        .int()
        .min(0)
        .max(2 ** 31),
    ),
  ).toEqual([': no int4']);
});
