/**
 * Checks the form fields that buttons are bound to (docs/decisions/0083) and those that name the handler of a
 * step.
 */
import { applyAuthority, FieldAccess } from '../../forms/authority.ts';
import type { FieldBinding } from '../../forms/bound-fields.ts';
import { labelOf } from '../../forms/bound-fields.ts';
import type { CompiledForm } from '../../forms/compiled-form.ts';
import { isSingleChoice } from '../../forms/kinds/kind.ts';
import { flatFields } from '../../forms/nested-values.ts';
import type { Problem } from '../../refusals/refusals.ts';
import { actionOf, actions } from '../actions/registry.ts';
import { formPathIn } from '../decision/candidates.ts';
import type { NodeButton, ProcessDefinition, StartNode, UserTaskNode } from '../model/model.ts';
import { subjectOf } from './lint-nodes.ts';

/**
 * Returns the codes of the forms that a process uses: those that its nodes show, that buttons are bound to, and that
 * name the handler of a step.
 */
export function formsOfProcess(definition: ProcessDefinition): string[] {
  const shown = Object.values(definition.nodes).flatMap((node) =>
    'fieldAuthority' in node ? Object.keys(node.fieldAuthority) : [],
  );
  const binds = userTasks(definition).flatMap(({ buttons }) => buttons.flatMap(({ binds = [] }) => binds));
  const paths = userTasks(definition).flatMap((node) => pathsOfCandidates(node).map(({ path }) => path));
  return [...new Set([...shown, ...[...binds, ...paths].map(({ form }) => form)])];
}

/** Returns every problem of a definition's references to form fields, checked on the published forms. */
export function lintBindings(
  definition: ProcessDefinition,
  forms: ReadonlyMap<string, CompiledForm>,
): Problem[] {
  const wrongAuthority = Object.values(definition.nodes).flatMap((node) =>
    'fieldAuthority' in node ? lintAuthority(node, forms) : [],
  );
  const wrongBindings = userTasks(definition).flatMap((node) => {
    // A button that is bound to several values has the problems of their field only once.
    const messages = new Set([
      ...node.buttons.flatMap((button) =>
        (button.binds ?? []).flatMap((bind) =>
          lintBinding(node, bind, forms.get(bind.form)).map((message) => `按钮“${button.name}”${message}`),
        ),
      ),
      ...lintUnboundOptions(node, forms),
      ...lintCandidates(node, forms),
    ]);
    return [...messages].map((message) => ({ field: node.id, message: `${subjectOf(node)}：${message}` }));
  });
  return [...wrongAuthority, ...wrongBindings];
}

/** Finds authority over fields that a form does not have: their entry would have no effect (S1 §6). */
function lintAuthority(node: UserTaskNode | StartNode, forms: ReadonlyMap<string, CompiledForm>): Problem[] {
  return Object.entries(node.fieldAuthority).flatMap(([code, authority]) => {
    const form = forms.get(code);
    // A process may be published before its forms; items are checked with both.
    if (form === undefined) return [];
    const paths = new Set(flatFields(form.fields).map(({ path }) => path));
    return Object.keys(authority)
      .filter((path) => path !== '*' && !paths.has(path))
      .map((path) => ({
        field: node.id,
        message: `${subjectOf(node)}：设置权限的字段“${path}”不在表单“${form.title}”中`,
      }));
  });
}

function userTasks({ nodes }: ProcessDefinition): UserTaskNode[] {
  return Object.values(nodes).filter((node) => node.kind === 'userTask');
}

function lintBinding(
  node: UserTaskNode,
  { form: code, field: id, value }: FieldBinding,
  form: CompiledForm | undefined,
): string[] {
  if (form === undefined) return [`绑定的表单“${code}”没有发布`];
  const field = form.byId.get(id);
  if (field === undefined) return [`绑定的字段“${id}”不在表单“${form.title}”中`];
  if (!isSingleChoice(field)) return [`绑定的字段“${field.title}”不是单选，不能绑定`];
  const messages: string[] = [];
  if (!field.options.some((option) => option.value === value)) {
    messages.push(`绑定的字段“${field.title}”没有选项“${value}”`);
  }
  if (!isEditable(node, form, id)) messages.push(`绑定的字段“${field.title}”在本环节不能填写`);
  return messages;
}

/** Finds the options that no button is bound to: a handler who chooses one could press no button. */
function lintUnboundOptions(node: UserTaskNode, forms: ReadonlyMap<string, CompiledForm>): string[] {
  const advancing = node.buttons.filter(advancesFlow);
  const fields = new Map(
    advancing.flatMap(({ binds = [] }) => binds.map((bind) => [`${bind.form} ${bind.field}`, bind] as const)),
  );
  return [...fields.values()].flatMap(({ form: code, field: id }) => {
    const field = forms.get(code)?.byId.get(id);
    if (field === undefined || !isSingleChoice(field)) return [];
    const bindsOfField = ({ binds = [] }: NodeButton) =>
      binds.filter((bind) => bind.form === code && bind.field === id);
    if (advancing.some((button) => bindsOfField(button).length === 0)) return [];
    const boundValues = advancing.flatMap((button) => bindsOfField(button).map(({ value }) => value));
    return field.options
      .filter(({ value }) => !boundValues.includes(value))
      .map(({ value }) => `字段“${field.title}”选“${labelOf(field, value)}”时没有可用的按钮`);
  });
}

/** Returns the candidates that refer to a field that is no organisation field, or does not exist. */
function lintCandidates(node: UserTaskNode, forms: ReadonlyMap<string, CompiledForm>): string[] {
  return pathsOfCandidates(node).flatMap(({ path }) => {
    const form = forms.get(path.form);
    if (form === undefined) return [`处理人取自表单“${path.form}”，该表单没有发布`];
    const field = form.byId.get(path.field);
    const handlerField =
      path.column === undefined ? field : field?.columns.find(({ id }) => id === path.column);
    if (handlerField === undefined)
      return [`处理人取自字段“${path.column ?? path.field}”，该字段不在表单“${form.title}”中`];
    if (handlerField.kindName === 'organisation') return [];
    return [`处理人取自字段“${handlerField.title}”，该字段不是组织机构`];
  });
}

function pathsOfCandidates({ candidates }: UserTaskNode) {
  return candidates.flatMap((rule) => {
    const path = rule.kind === 'variable' ? formPathIn(rule.name) : undefined;
    return rule.kind === 'variable' && path !== undefined ? [{ name: rule.name, path }] : [];
  });
}

function advancesFlow({ code, state, opType }: NodeButton): boolean {
  const action = actionOf(code);
  return state === 1 && opType === 1 && action !== undefined && actions[action].forms === 'store';
}

function isEditable(node: UserTaskNode, form: CompiledForm, field: string): boolean {
  const access = applyAuthority(form, node.fieldAuthority[form.code] ?? {});
  return access[field] === FieldAccess.editable;
}
