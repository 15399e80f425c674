import { formPathIn } from '../workflow/decision/candidates.ts';
import type { ProcessDefinition } from '../workflow/model/model.ts';
import type { ExtField } from './ext-fields.ts';
import type { PetitionFields } from './petition-fields.ts';

/** Everything that may use fields of forms: current items, newest versions of processes, templates of documents. */
export interface FieldUsers {
  items: readonly {
    name: string;
    formCodes: readonly string[];
    titleFields: readonly string[];
    extFields: readonly ExtField[];
    petitionFields: PetitionFields | null;
  }[];
  processes: readonly { name: string; definition: ProcessDefinition }[];
  /** Templates with their stored content as text. */
  templates: readonly { name: string; text: string }[];
}

/** Returns the uses of a field as texts such as `事项“群众来信办理”的办件标题`. */
export function usesOfField(code: string, id: string, users: FieldUsers): string[] {
  const path = `${code}.${id}`;
  const itemUses = users.items.flatMap(({ name, formCodes, titleFields, extFields, petitionFields }) => {
    const { date, channel, problem = [], original, similar } = petitionFields ?? {};
    const petitionPaths = [
      date,
      channel,
      ...problem,
      original?.field,
      ...Object.keys(original?.beside ?? {}),
      ...(similar?.matter ?? []),
      similar?.area,
    ];
    return [
      ...(formCodes.includes(code) && titleFields.includes(id) ? ['办件标题'] : []),
      ...(extFields.some((ext) => 'field' in ext && ext.field === path) ? ['扩展信息'] : []),
      ...(petitionPaths.includes(path) ? ['信访事项'] : []),
    ].map((use) => `事项“${name}”的${use}`);
  });
  const processUses = users.processes.flatMap(({ name, definition }) =>
    usesInProcess(definition, code, id).map((use) => `流程“${name}”${use}`),
  );
  const templateUses = users.templates
    .filter(({ text }) => fieldIdsIn(text, `表单.${code}`).includes(id))
    .map(({ name }) => `文书模板“${name}”`);
  return [...new Set([...itemUses, ...processUses, ...templateUses])];
}

function usesInProcess({ flows, nodes }: ProcessDefinition, code: string, id: string): string[] {
  const isIn = (condition: string | undefined) => fieldIdsIn(condition ?? '', code).includes(id);
  return [
    ...(Object.values(flows).some(({ condition }) => isIn(condition)) ? ['的条件'] : []),
    ...Object.values(nodes).flatMap((node) => {
      if (node.kind !== 'userTask') return [];
      const isHandler = node.candidates.some((rule) => {
        const named = rule.kind === 'variable' ? formPathIn(rule.name) : undefined;
        return named?.form === code && named.field === id;
      });
      const buttons = node.buttons.filter(({ binds = [] }) =>
        binds.some(({ form, field }) => form === code && field === id),
      );
      return [
        ...(isHandler ? ['的处理人'] : []),
        ...(isIn(node.instances?.until) ? ['的办结条件'] : []),
        ...buttons.map((button) => `的按钮“${button.name}”`),
      ].map((use) => `环节“${node.name}”${use}`);
    }),
  ];
}

/** Returns the fields of a form that conditions of a process read. */
export function fieldsOfConditions({ flows }: ProcessDefinition, code: string): string[] {
  return [...new Set(Object.values(flows).flatMap(({ condition = '' }) => fieldIdsIn(condition, code)))];
}

/** Returns the ids that follow the prefix and a full stop in a text. */
function fieldIdsIn(text: string, prefix: string): string[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}_.])([\p{L}][\p{L}\p{N}_.-]*)\.([A-Za-z][A-Za-z0-9]*)/gu)].flatMap(
    ([path]) => (path.startsWith(`${prefix}.`) ? [path.slice(prefix.length + 1).split('.')[0] ?? ''] : []),
  );
}
