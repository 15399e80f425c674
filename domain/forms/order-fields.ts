import type { CompiledField } from './compiled-form.ts';

/**
 * Sorts each field after those that its linkage reads, so that one pass evaluates the form; a cycle is an
 * error of the model.
 */
export function orderFields(
  fields: readonly CompiledField[],
  say: (field: string, message: string) => void,
): CompiledField[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const settled = new Set<CompiledField>();
  const underWay = new Set<CompiledField>();
  const order: CompiledField[] = [];

  const visit = (field: CompiledField): void => {
    if (settled.has(field)) return;
    if (underWay.has(field)) {
      const round = [...underWay];
      const titles = [...round.slice(round.indexOf(field)), field].map(({ title }) => title);
      say(field.path, `联动形成循环：${titles.join(' → ')}`);
      return;
    }
    underWay.add(field);
    for (const { when } of field.linkage) {
      for (const id of when.reads) {
        const read = byId.get(id);
        if (read) visit(read);
      }
    }
    underWay.delete(field);
    settled.add(field);
    order.push(field);
  };
  for (const field of fields) visit(field);
  return order;
}
