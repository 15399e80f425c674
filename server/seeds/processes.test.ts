import { describe, expect, test } from 'vitest';
import { compileForm } from '#domain/forms/compile.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { lintBindings } from '#domain/workflow/publishing/lint-bindings.ts';
import { readDefinition } from '#server/modules/design/processes/read-definition.ts';
import { readProcess } from '#server/modules/design/processes/service.ts';
import { readOffice, readPermissions, readSeedJson, readSeedText } from './office.ts';

const codes = ['petition-letter', 'congress-proposal', 'permit-application'];
const office = readOffice();

/** Every key that a person of the office or a role can have. */
const existingKeys = new Set([
  ...office.positions.map(({ id }) => `position:${id}`),
  ...office.groups.map(({ id }) => `group:${id}`),
  ...office.windows.map(({ id }) => `window:${id}`),
  ...readPermissions().roles.map(({ code }) => `role:${code}`),
]);

describe.each(codes)('the process %s', (code) => {
  const xml = readSeedText(`processes/${code}.bpmn`);

  test('is read and linted without problems', async () => {
    const { definition, problems, hints } = await readProcess(xml, 'seed');
    expect({ problems, hints }).toEqual({ problems: [], hints: [] });
    const forms = codes.map((form) => compileForm(readSeedJson<FormModel>(`forms/${form}.json`)));
    const compiled = new Map(forms.flatMap((form) => ('code' in form ? [[form.code, form] as const] : [])));
    expect(definition && lintBindings(definition, compiled)).toEqual([]);
  });

  test('refers only to fields of its form', async () => {
    const { definition } = await readDefinition(xml);
    const { schema } = readSeedJson<FormModel>(`forms/${code}.json`);
    const fields = new Set(['*', ...schema.fields.map(({ id }) => id)]);
    const authorities = Object.values(definition?.nodes ?? {}).flatMap((node) =>
      'fieldAuthority' in node ? Object.entries(node.fieldAuthority) : [],
    );
    expect(authorities.length).toBeGreaterThan(5);
    for (const [form, authority] of authorities) {
      expect(form).toBe(code);
      expect(Object.keys(authority).filter((id) => !fields.has(id))).toEqual([]);
    }
  });

  test('makes every field editable at some node', async () => {
    const { definition } = await readDefinition(xml);
    const { schema } = readSeedJson<FormModel>(`forms/${code}.json`);
    const editable = new Set(
      Object.values(definition?.nodes ?? {}).flatMap((node) =>
        'fieldAuthority' in node
          ? Object.entries(node.fieldAuthority[code] ?? {}).flatMap(([id, value]) =>
              value === 2 ? [id] : [],
            )
          : [],
      ),
    );
    const values = schema.fields.filter((field) => field['x-component'] !== 'heading');
    expect(values.filter(({ id }) => !editable.has(id)).map(({ id }) => id)).toEqual([]);
  });

  test('refers only to positions, groups, windows and roles of the demo office', async () => {
    const { definition } = await readDefinition(xml);
    for (const node of Object.values(definition?.nodes ?? {})) {
      if (node.kind !== 'userTask') continue;
      for (const rule of node.candidates) {
        if ('id' in rule) expect(existingKeys).toContain(`${rule.kind}:${rule.id}`);
      }
    }
    expect(existingKeys).toContain(definition?.administratorKey);
  });

  test('has a diagram of every node and flow, with right angles only', () => {
    const drawn = new Set([...xml.matchAll(/bpmnElement="([^"]+)"/g)].map(([, id]) => id));
    const elements = xml.matchAll(/<bpmn:(?:\w+Event|\w+Task|\w+Gateway|sequenceFlow) id="([^"]+)"/g);
    for (const [, id] of elements) expect(drawn).toContain(id);
    for (const [edge] of xml.matchAll(/<bpmndi:BPMNEdge[\s\S]*?<\/bpmndi:BPMNEdge>/g)) {
      const points = [...edge.matchAll(/waypoint x="(\d+)" y="(\d+)"/g)].map(([, x, y]) => [x, y] as const);
      const bends = points
        .slice(1)
        .every(([x, y], index) => x === points[index]?.[0] || y === points[index]?.[1]);
      expect(bends).toBe(true);
    }
  });
});
