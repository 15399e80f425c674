import { traceIdPattern } from '#domain/workflow/trace-id.ts';

/** The order of a call, as named in its input. */

export interface OrderReference {
  id?: string;
  /** The public code (办件流水号). */
  code?: string;
  /** Number of a trace of that order. */
  trace?: number;
  /** A node of its process, if a call means the trace at it. */
  node?: string;
}

/**
 * All input fields by which the contract names an order or one of its traces (S1 §7). A trace id is `<order
 * id>.<number>`, and a process instance has its order's id.
 */
export const orderFields = {
  workorderId: 'id',
  procInsId: 'id',
  proInsId: 'id',
  workorderCode: 'code',
  bizCode: 'code',
  caseCode: 'code',
  workorderTraceId: 'trace',
  traceId: 'trace',
  actInstId: 'trace',
} as const satisfies Record<string, keyof OrderReference>;

/** A node alone names no order; with an order it selects one of its traces. */
const nodeFields = { flowNodeId: 'node', itemActId: 'node' } as const;

/** The countersign check's name for a trace (S1 §7); elsewhere `id` has another meaning and another form. */
const bareField = 'id';

/**
 * Collects the names of the order from params, query and body; undefined if there are none or if they
 * contradict each other, so that a trace of one order is never mistaken for another's. Facts in the database
 * (that code and id belong together, that the trace exists) are checked when the order is read.
 */
export function readOrderReference(...parts: readonly unknown[]): OrderReference | undefined {
  const reference: OrderReference = {};
  let isConsistent = true;
  const setName = <Name extends keyof OrderReference>(
    name: Name,
    value: NonNullable<OrderReference[Name]>,
  ) => {
    if (reference[name] !== undefined && reference[name] !== value) isConsistent = false;
    (reference as Record<Name, unknown>)[name] = value;
  };
  const fields = { ...orderFields, ...nodeFields, [bareField]: 'trace' } as const;
  for (const part of parts) {
    for (const [field, name] of Object.entries(fields)) {
      const value = (part as Record<string, unknown> | null)?.[field];
      if (typeof value !== 'string' || value === '') continue;
      if (field === bareField && !traceIdPattern.test(value)) continue;
      if (name !== 'trace') setName(name, value);
      else {
        const [id = '', number = ''] = value.split('.');
        setName('id', id);
        // A row without a node is no trace of a visit; it names only the order.
        if (!number.startsWith('r')) setName('trace', Number(number));
      }
    }
  }
  return isConsistent && (reference.id !== undefined || reference.code !== undefined) ? reference : undefined;
}
