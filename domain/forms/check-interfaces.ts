import { hintsOfInterface, isPath, problemsOfInterface } from '../interfaces/check-interface.ts';
import type { ReportProblem } from '../refusals/collect-problems.ts';
import type { Problem } from '../refusals/refusals.ts';
import { interfaceMembers } from './field-interfaces.ts';
import { innerFields } from './inner-fields.ts';
import type { FormInterface } from './interface-model.ts';
import type { FieldModel, FormModel } from './model.ts';

/** Reports every problem of the interfaces of a form that is to be published; their shape was checked before. */
export function checkInterfaces(
  { globalConfig: { interfaces = [] } }: FormModel,
  report: ReportProblem,
): void {
  for (const definition of interfaces as readonly FormInterface[]) {
    for (const problem of problemsOfFormInterface(definition))
      report(`globalConfig.interfaces.${definition.id}`, `接口“${definition.title}”：${problem}`);
  }
}

function problemsOfFormInterface(definition: FormInterface): string[] {
  const { title, responseParams = [] } = definition;
  const isResult = (param: (typeof responseParams)[number]) =>
    isPath(param.key) && param.key !== undefined && ('field' in param || isPart(param.part));
  return [
    ...(title.length > 50 ? ['名称不得超过50个字符'] : []),
    ...problemsOfInterface(definition).map(({ message }) => message),
    ...responseParams.flatMap((param) => (isResult(param) ? [] : [`结果“${String(param.key)}”不正确`])),
  ];
}

function isPart(part: unknown): boolean {
  return part === 'value' || part === 'label' || part === 'children';
}

/** Returns hints for an author: systems that the operator has not allowed, and interfaces that no field uses. */
export function hintsOfInterfaces(
  { globalConfig: { interfaces = [] }, schema }: FormModel,
  origins: readonly string[],
): Problem[] {
  const used = new Set(usedInterfaces(schema.fields));
  return (interfaces as readonly FormInterface[]).flatMap((definition) => {
    const { id, title } = definition;
    const messages = [
      ...hintsOfInterface(definition, `接口“${title}”`, origins, '填写人会看到“查询异常”'),
      ...(used.has(id) ? [] : [`没有字段使用接口“${title}”`]),
    ];
    return messages.map((message) => ({ field: `globalConfig.interfaces.${id}`, message }));
  });
}

function usedInterfaces(fields: readonly FieldModel[]): string[] {
  return fields.flatMap((field) => [
    ...Object.values(interfaceMembers).flatMap((member) => field[member] ?? []),
    ...usedInterfaces(innerFields(field)),
  ]);
}
